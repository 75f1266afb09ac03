/** One way to reach a person: a target of theirs, as notification rules and readiness see it. */
import type { ChannelTarget } from './schema.ts';

/** What notification rules tell apart. */
export type WayKind = 'phone' | 'computer' | 'mail' | 'webhook';

export interface ChannelWay {
  readonly to: ChannelTarget;
  readonly kind: WayKind;
  /** Name for its person. */
  readonly label: string;
  /** Name of the one thing that it depends on: a device, a host. */
  readonly through: string;
  /** Whether messages can be sent to it. False: nothing but an open screen on it shows a page. */
  readonly takesMessages: boolean;
  /** Time of the last proof that it showed a page or a drill; null: it has shown none, or can't tell. */
  readonly lastShownAt: number | null;
}

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
