/** One way to reach a person: a target of theirs, as notification rules and readiness see it. */
import type { ChannelTarget } from './schema.ts';

/** What notification rules tell apart. */
export type WayKind = 'phone' | 'computer' | 'mail' | 'webhook';

export interface ChannelWay {
  readonly to: ChannelTarget;
  readonly kind: WayKind;
  /** Name for its person. */
  readonly label: string;
  /** Whether messages can be sent to it. False: nothing but an open screen on it shows a page. */
  readonly takesMessages: boolean;
  /** Time of the last proof that it showed a page or a drill; null: it has shown none, or can't tell. */
  readonly lastShownAt: number | null;
}
