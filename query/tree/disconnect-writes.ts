/** Writes that are made when a client disconnects. */
import { valueOfOwnKey } from '#provider-kit/own-value.ts';
import type { RealtimeValue } from '#ports/realtime/realtime.ts';
import { type Keys, priorityKey } from './node.ts';
import type { TreeSetting } from './change.ts';

/** Write to be made when the client disconnects; `cancel` withdraws those at and below a path. */
export type DisconnectChange =
  | ({ readonly action: 'set' } & TreeSetting)
  | {
      readonly action: 'update';
      readonly values: readonly { readonly keys: Keys; readonly value: RealtimeValue }[];
    }
  | { readonly action: 'cancel'; readonly keys: Keys };

/** Writes of one request, made at one moment. */
export type DisconnectBatch = readonly TreeSetting[];

const lies = (keys: Keys, within: Keys) => within.every((key, index) => keys[index] === key);

/**
 * Adds a disconnect write: it replaces earlier ones for its place and below; one for a place within an earlier one becomes a part
 * of that.
 */
export function withDisconnect(
  batches: readonly DisconnectBatch[],
  request: DisconnectChange,
): readonly DisconnectBatch[] {
  if (request.action === 'cancel')
    return batches.map((batch) => batch.flatMap((write) => withoutPlace(write, request.keys))).filter(isLeft);
  const added =
    request.action === 'set' ? [request] : request.values.map((each) => ({ ...each, priority: null }));
  return added
    .map(({ keys, value, priority }) => ({ keys, value, priority }))
    .reduce((left, write, at) => withWriteAdded(left, write, at > 0), batches)
    .filter(isLeft);
}

/** `joins`: it is written at the same moment as the last batch. */
function withWriteAdded(
  batches: readonly DisconnectBatch[],
  write: TreeSetting,
  joins: boolean,
): readonly DisconnectBatch[] {
  const isAround = ({ keys }: TreeSetting) => keys.length < write.keys.length && lies(write.keys, keys);
  if (batches.some((batch) => batch.some(isAround))) {
    const amend = (other: TreeSetting) => (isAround(other) ? withPart(other, write) : other);
    return [...batches.map((batch) => batch.map(amend)), ...(joins ? [] : [[]])];
  }
  const rest = batches.map((batch) => batch.filter(({ keys }) => !lies(keys, write.keys)));
  return joins ? [...rest.slice(0, -1), [...(rest.at(-1) ?? []), write]] : [...rest, [write]];
}

function withPart(whole: TreeSetting, { keys, value, priority }: TreeSetting): TreeSetting {
  const part = priority === null ? value : { '.value': value, '.priority': priority };
  return { ...whole, value: put(whole.value, keys.slice(whole.keys.length), part) };
}

function put(value: RealtimeValue, [key, ...below]: Keys, part: RealtimeValue): RealtimeValue {
  if (key === undefined) return part;
  const isInner = typeof value === 'object' && value !== null && !('.sv' in value || '.value' in value);
  const children = isInner ? (value as Readonly<Record<string, RealtimeValue>>) : {};
  return { ...children, [key]: put(valueOfOwnKey(children, key) ?? null, below, part) };
}

const isLeft = (batch: DisconnectBatch) => batch.length > 0;

/** Rest of a disconnect write without a place: of one above the place, its other children, without its priority. */
function withoutPlace(write: TreeSetting, place: Keys): readonly TreeSetting[] {
  const { keys, value } = write;
  if (lies(keys, place)) return [];
  const key = place[keys.length];
  if (key === undefined || !lies(place, keys)) return [write];
  if (typeof value !== 'object' || value === null || '.sv' in value || '.value' in value) return [write];
  const { [priorityKey]: _, ...children } = value as Readonly<Record<string, RealtimeValue>>;
  return Object.entries(children).flatMap(([name, child]) =>
    withoutPlace({ keys: [...keys, name], value: child, priority: null }, place),
  );
}
