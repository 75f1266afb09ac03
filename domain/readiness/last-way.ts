/** Loss of one way to a person: whether anything else reaches them. */
import { type ChannelTarget, isSameTarget } from '../channel/schema.ts';
import { wayState } from '../channel/state.ts';
import type { ChannelWay } from '../channel/way.ts';

/** `last`: no other way takes pages. `last-proved`: no other way is proved. Null: neither, or the way itself takes no pages. */
export function lossOf(
  ways: readonly ChannelWay[],
  to: ChannelTarget | undefined,
  now: number,
): 'last' | 'last-proved' | null {
  const lost = to && ways.find((way) => isSameTarget(way.to, to));
  if (!lost?.takesMessages) return null;
  const others = ways.filter((way) => way !== lost && way.takesMessages);
  if (others.length === 0) return 'last';
  const isProved = (way: ChannelWay) => wayState(way, now) === 'reachable';
  return isProved(lost) && !others.some(isProved) ? 'last-proved' : null;
}
