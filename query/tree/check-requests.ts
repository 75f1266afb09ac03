/**
 * Checks of requests on arrival: their shape, and what the tree can't hold. The payloads of listens and of disconnect writes are kept: a fault
 * in one would show in the write of another client, or after its sender has disconnected.
 */
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { checkPriority } from '#provider-kit/realtime/checks.ts';
import { checkPlace, checkTravelling } from './check-values.ts';
import type { TreeSetting } from './change.ts';
import type { TreeRequest } from './protocol.ts';

type Fields = Readonly<Record<string, unknown>>;

/** @throws TypeError */
type Check = (payload: Fields) => void;

function fieldsOf(value: unknown): Fields {
  demand(isPlainObject(value), 'an object');
  return value as Fields;
}

function demand(isRight: boolean, wanted: string): void {
  if (!isRight) throw new TypeError(`This has to be ${wanted}.`);
}

function checkKeys(keys: unknown): asserts keys is readonly string[] {
  demand(Array.isArray(keys) && keys.every((key) => typeof key === 'string'), 'a list of keys');
  checkPlace(keys as readonly string[]);
}

const checkSetting: Check = ({ keys, value, priority = null }) => {
  checkKeys(keys);
  checkTravelling(value, keys);
  checkPriority(priority as never);
};

function checkSettings(settings: unknown): void {
  demand(Array.isArray(settings), 'a list of values');
  for (const setting of settings as readonly unknown[]) checkSetting(fieldsOf(setting));
}

const checkStamp: Check = ({ stamp }) => {
  if (stamp === null) return;
  const { queue, number } = fieldsOf(stamp);
  demand(typeof queue === 'string' && Number.isSafeInteger(number), 'the number of a write in its queue');
};

const checkQuery: Check = ({ keys, orderBy, start, end, limit }) => {
  checkKeys(keys);
  if (isPlainObject(orderBy)) checkKeys(orderBy['child']);
  else demand(orderBy === 'key' || orderBy === 'value' || orderBy === 'priority', 'an order');
  for (const edge of [start, end]) if (edge !== null) checkEdge(fieldsOf(edge));
  if (limit === null) return;
  const { count, from } = fieldsOf(limit);
  demand(Number.isSafeInteger(count) && Number(count) > 0, 'a whole number above 0');
  demand(from === 'first' || from === 'last', '“first” or “last”');
};

const checkEdge: Check = ({ value, key, inclusive }) => {
  demand(
    value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value),
    'a plain value',
  );
  demand(key === null || typeof key === 'string', 'a key');
  demand(typeof inclusive === 'boolean', 'true or false');
};

const checkWill: Check = (will) => {
  const { action } = will;
  if (action === 'set') checkSetting(will);
  else if (action === 'update') checkSettings(will['values']);
  else if (action === 'cancel') checkKeys(will['keys']);
  else demand(false, '“set”, “update” or “cancel”');
};

/** Each throws a TypeError for a payload that is not of the shape that its request takes, or that the tree can't hold. */
export const checkTreeRequest: { readonly [name in TreeRequest | 'listen']: (payload: unknown) => void } = {
  get: (payload) => checkQuery(fieldsOf(payload)),
  listen: (payload) => checkQuery(fieldsOf(payload)),
  set(payload) {
    const fields = fieldsOf(payload);
    checkStamp(fields);
    checkSetting(fields);
  },
  update(payload) {
    const fields = fieldsOf(payload);
    checkStamp(fields);
    checkSettings(fields['values']);
  },
  setPriority(payload) {
    const fields = fieldsOf(payload);
    checkStamp(fields);
    checkKeys(fields['keys']);
    checkPriority(fields['priority'] as never);
  },
  transaction(payload) {
    const { keys, writes } = fieldsOf(payload);
    checkKeys(keys);
    checkSettings(writes);
    // The rules are asked for this place alone.
    for (const setting of writes as readonly TreeSetting[])
      demand(
        keys.every((key, at) => setting.keys[at] === key),
        'a write within the place of its transaction',
      );
  },
  onDisconnect: (payload) => checkWill(fieldsOf(payload)),
};
