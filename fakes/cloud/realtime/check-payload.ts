/**
 * Checks of payloads on arrival. The payloads of listens and of disconnect writes are kept: a fault in one would show in the write of another
 * client, or after its sender has disconnected.
 */
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { checkPriority } from '#provider-kit/realtime/checks.ts';
import { checkPlace, checkTravelling } from './check-values.ts';
import { checkWith, noPayload, type PayloadCheck } from '../payloads.ts';
import type { RealtimeOperation } from './protocol.ts';

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

const checks: { readonly [name in RealtimeOperation | 'listen']: Check | null } = {
  get: checkQuery,
  listen: checkQuery,
  set(payload) {
    checkStamp(payload);
    checkSetting(payload);
  },
  update(payload) {
    checkStamp(payload);
    checkSettings(payload['values']);
  },
  setPriority(payload) {
    checkStamp(payload);
    checkKeys(payload['keys']);
    checkPriority(payload['priority'] as never);
  },
  transaction(payload) {
    checkKeys(payload['keys']);
    checkSettings(payload['writes']);
    if ('hash' in payload) demand(typeof payload['hash'] === 'string', 'a hash');
  },
  onDisconnect: checkWill,
  identity: null,
  goodbye: null,
};

/** Refused is what is not of the shape that an operation takes, and what the tree can't hold. */
export const realtimePayloads = Object.fromEntries(
  Object.entries(checks).map(([name, check]) => [
    name,
    check
      ? checkWith((payload) => {
          check(fieldsOf(payload));
          return payload;
        })
      : noPayload,
  ]),
) as { readonly [name in keyof typeof checks]: PayloadCheck };
