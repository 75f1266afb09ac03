/** Paths and values that a client writes. Priorities are allowed here, other than in arguments of a port. */
import { checkTravelling } from '#query/tree/check-values.ts';
import { priorityKey } from '#query/tree/node.ts';
import { pathKeys } from '#provider-kit/realtime/checks.ts';
import type { RealtimeValue } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';

/** The last key may be that of a priority. @throws TypeError */
export function treePlaceOf(...paths: readonly (string | undefined)[]): readonly string[] {
  const keys = paths.flatMap((path) => (path ?? '').split('/').filter(Boolean));
  const isPriority = keys.at(-1) === priorityKey;
  const place = pathKeys((isPriority ? keys.slice(0, -1) : keys).join('/'));
  return isPriority ? [...place, priorityKey] : place;
}

/** @throws TypeError for what the tree can't hold */
export function valueOf(data: Json | undefined, place: readonly string[]): RealtimeValue {
  const value = data ?? null;
  checkTravelling(value, place);
  return value;
}
