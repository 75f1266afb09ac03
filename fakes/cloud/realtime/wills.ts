/** Disconnect writes of clients. */
import { valueOfOwnKey } from '#provider-kit/own-value.ts';
import type { Priority, RealtimeValue } from '#ports/realtime/realtime.ts';
import { type Keys, priorityKey } from '#query/tree/node.ts';
import type { LastWill } from './protocol.ts';

export interface Bequest {
  readonly keys: Keys;
  readonly value: RealtimeValue;
  readonly priority: Priority;
}

/** Writes of one request, made at one moment. */
export type Will = readonly Bequest[];

const lies = (keys: Keys, within: Keys) => within.every((key, index) => keys[index] === key);

/**
 * Adds a disconnect write: it replaces earlier ones for its place and below; one for a place within an earlier one becomes a part
 * of that.
 */
export function amended(wills: readonly Will[], last: LastWill): readonly Will[] {
  if (last.action === 'cancel')
    return wills.map((will) => will.flatMap((bequest) => withoutPlace(bequest, last.keys))).filter(isLeft);
  const added = last.action === 'set' ? [last] : last.values.map((each) => ({ ...each, priority: null }));
  return added
    .map(({ keys, value, priority }) => ({ keys, value, priority }))
    .reduce((left, bequest, at) => withBequest(left, bequest, at > 0), wills)
    .filter(isLeft);
}

/** `joins`: it is written at the same moment as the last one. */
function withBequest(wills: readonly Will[], bequest: Bequest, joins: boolean): readonly Will[] {
  const isAround = ({ keys }: Bequest) => keys.length < bequest.keys.length && lies(bequest.keys, keys);
  if (wills.some((will) => will.some(isAround))) {
    const amend = (other: Bequest) => (isAround(other) ? withPart(other, bequest) : other);
    return [...wills.map((will) => will.map(amend)), ...(joins ? [] : [[]])];
  }
  const rest = wills.map((will) => will.filter(({ keys }) => !lies(keys, bequest.keys)));
  return joins ? [...rest.slice(0, -1), [...(rest.at(-1) ?? []), bequest]] : [...rest, [bequest]];
}

function withPart(whole: Bequest, { keys, value, priority }: Bequest): Bequest {
  const part = priority === null ? value : { '.value': value, '.priority': priority };
  return { ...whole, value: put(whole.value, keys.slice(whole.keys.length), part) };
}

function put(value: RealtimeValue, [key, ...below]: Keys, part: RealtimeValue): RealtimeValue {
  if (key === undefined) return part;
  const isInner = typeof value === 'object' && value !== null && !('.sv' in value || '.value' in value);
  const children = isInner ? (value as Readonly<Record<string, RealtimeValue>>) : {};
  return { ...children, [key]: put(valueOfOwnKey(children, key) ?? null, below, part) };
}

const isLeft = (will: Will) => will.length > 0;

/** Rest of a disconnect write without a place: of one above the place, its other children, without its priority. */
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
