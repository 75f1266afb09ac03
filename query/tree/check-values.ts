/** Check of paths and values of the protocol. Priorities are allowed here, other than in arguments of a port. */
import { checkPriority, checkValue, pathKeys } from '#provider-kit/realtime/checks.ts';
import { type Keys, priorityKey } from './node.ts';

/** Keys of a place; the last may be that of a priority. @throws TypeError */
export function checkPlace(keys: Keys): void {
  const place = withoutPriorityKey(keys);
  // An empty key, and one with a slash.
  if (pathKeys(place.join('/')).length !== place.length)
    throw new TypeError(`These are no keys: ${JSON.stringify(keys)}`);
}

/** @throws TypeError for what the tree can't hold at this place */
export function checkTravelling(value: unknown, keys: Keys): void {
  if (keys.at(-1) === priorityKey) return checkPriorityValue(value);
  checkValue(checkPriorities(value) ? withoutPriorities(value) : value, keys);
}

const withoutPriorityKey = (keys: Keys): Keys => (keys.at(-1) === priorityKey ? keys.slice(0, -1) : keys);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Checks all priorities. True if the value holds a priority or a `.value`, beside which a priority may stand. */
function checkPriorities(value: unknown): boolean {
  if (!isObject(value)) return false;
  let found = false;
  for (const key of Object.keys(value)) {
    const isPriority = key === priorityKey;
    if (isPriority) checkPriorityValue(value[key]);
    else if (checkPriorities(value[key])) found = true;
    if (isPriority || key === '.value') found = true;
  }
  return found;
}

const checkPriorityValue = (value: unknown) =>
  isObject(value) && '.sv' in value ? checkValue(value, []) : checkPriority(value as never);

function withoutPriorities(value: unknown): unknown {
  if (!isObject(value) || '.sv' in value) return value;
  if (Array.isArray(value)) return value.map(withoutPriorities);
  const { '.value': plain, ...children } = value;
  if (plain !== undefined) return withoutPriorities(plain);
  return Object.fromEntries(
    Object.entries(children)
      .filter(([key]) => key !== priorityKey)
      .map(([key, child]) => [key, withoutPriorities(child)]),
  );
}
