/** Way to reach a person: a target of theirs, as notification rules and readiness see it. */
import type { ChannelTarget } from './schema.ts';

/** Kinds of way that notification rules tell apart. */
export type WayKind = 'phone' | 'computer' | 'mail' | 'webhook';

/** Reasons why a way takes no messages, worst first. `disabled`: its messages failed. */
export const wayFaults = ['off', 'home-screen', 'signed-out', 'taken-over', 'lost', 'disabled'] as const;
export type WayFault = (typeof wayFaults)[number];

export interface ChannelWay {
  readonly to: ChannelTarget;
  readonly kind: WayKind;
  /** Name for its person. */
  readonly label: string;
  /** Name of the one thing that it depends on: a device, a host. */
  readonly through: string;
  /** Whether messages can be sent to it. False: nothing but an open screen on it shows a page. */
  readonly takesMessages: boolean;
  /** Reason why the way takes no messages; default: its person turned it off. */
  readonly fault?: WayFault;
  /** Time of the last proof that it showed a page or a drill; null: it has shown none, or can't tell. */
  readonly lastShownAt: number | null;
  /** Time of the last proof that needed no open page of Muster; default: that of any. */
  readonly closedShownAt?: number | null;
  /** Time of the last drill that its person acknowledged; default: unknown. */
  readonly lastDrillAt?: number | null;
}

/** A way as others may see it, whatever else its channel keeps with it: nothing that messages are sent to. */
export const shownWay = (way: ChannelWay): ChannelWay => {
  const { to, kind, label, through, takesMessages, lastShownAt } = way;
  const { fault = 'off', closedShownAt = lastShownAt, lastDrillAt = null } = way;
  return { to, kind, label, through, takesMessages, fault, lastShownAt, closedShownAt, lastDrillAt };
};

/** The only thing that messages to a person depend on; null: there are two, or none. */
function onlyThrough(ways: readonly ChannelWay[]): string | null {
  const taking = ways.filter(({ takesMessages }) => takesMessages);
  const keys = new Set(
    taking.map(({ to, through }) =>
      to.channel === 'push' ? `push ${to.target}` : `${to.channel} ${through}`,
    ),
  );
  return keys.size === 1 ? (taking[0]?.through ?? null) : null;
}

/** Warning where everything depends on one thing; null: it does not. */
export function onlyThroughSentence(ways: readonly ChannelWay[]): string | null {
  const through = onlyThrough(ways);
  return through === null
    ? null
    : `Every page leads through ${through} alone. Another way helps when that fails.`;
}
