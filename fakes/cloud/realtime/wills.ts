/** What clients left to be written once they are gone. */
import type { Priority, RealtimeValue } from '#ports/realtime/realtime.ts';
import { type Keys, priorityKey } from './node.ts';
import type { LastWill } from './protocol.ts';

export interface Bequest {
  readonly keys: Keys;
  readonly value: RealtimeValue;
  readonly priority: Priority;
}

/** Written at one moment. */
export type Will = readonly Bequest[];

const lies = (keys: Keys, within: Keys) => within.every((key, index) => keys[index] === key);

/** The later one for a place replaces the earlier ones for it and below it. */
export function amended(wills: readonly Will[], last: LastWill): readonly Will[] {
  if (last.action === 'cancel')
    return wills.map((will) => will.flatMap((bequest) => withoutPlace(bequest, last.keys))).filter(isLeft);
  const added = last.action === 'set' ? [last] : last.values.map((each) => ({ ...each, priority: null }));
  const next = added.map(({ keys, value, priority }) => ({ keys, value, priority }));
  const stay = ({ keys }: Bequest) => !next.some((other) => lies(keys, other.keys));
  return [...wills.map((will) => will.filter(stay)), next].filter(isLeft);
}

const isLeft = (will: Will) => will.length > 0;

/** What is left of it when nothing is to be written at a place: of a bequest that holds more, the rest, child by child, and not its priority. */
function withoutPlace(bequest: Bequest, place: Keys): readonly Bequest[] {
  const { keys, value } = bequest;
  if (lies(keys, place)) return [];
  const key = place[keys.length];
  if (key === undefined || !lies(place, keys)) return [bequest];
  if (typeof value !== 'object' || value === null || '.sv' in value || '.value' in value) return [bequest];
  const { [priorityKey]: _, ...children } = value as Readonly<Record<string, RealtimeValue>>;
  return Object.entries(children).flatMap(([name, child]) =>
    withoutPlace({ keys: [...keys, name], value: child, priority: null }, place),
  );
}
