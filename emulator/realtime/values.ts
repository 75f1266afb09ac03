/** Places and values that a client writes. They may say priorities, which no argument of a port can. */
import { checkValue, pathKeys } from '#ports/realtime/checks.ts';
import type { RealtimeValue } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';

const priorityKey = '.priority';

/** The last key may be that of a priority. @throws TypeError */
export function placeOf(...paths: readonly (string | undefined)[]): readonly string[] {
  const keys = paths.flatMap((path) => (path ?? '').split('/').filter(Boolean));
  const isPriority = keys.at(-1) === priorityKey;
  const place = pathKeys((isPriority ? keys.slice(0, -1) : keys).join('/'));
  return isPriority ? [...place, priorityKey] : place;
}

/** @throws TypeError for what the tree can't hold */
export function valueOf(data: Json | undefined, place: readonly string[]): RealtimeValue {
  const value = data ?? null;
  checkValue(withoutPriorities(value), place.at(-1) === priorityKey ? place.slice(0, -1) : place);
  return value;
}

function withoutPriorities(value: Json): Json {
  if (typeof value !== 'object' || value === null || '.sv' in value) return value;
  if (Array.isArray(value)) return value.map(withoutPriorities);
  const { '.value': plain, ...children } = value as Readonly<Record<string, Json>>;
  if (plain !== undefined) return withoutPriorities(plain);
  return Object.fromEntries(
    Object.entries(children)
      .filter(([key]) => key !== priorityKey)
      .map(([key, child]) => [key, withoutPriorities(child)]),
  );
}
