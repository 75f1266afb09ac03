import type { Complete } from '#ports/complete.ts';

/** A port that has every extension. @throws TypeError for one that is missing */
export function complete<Port extends object>(port: Port): Complete<Port> {
  const missing = Object.entries(port).find(([, extension]) => extension === null);
  if (missing) throw new TypeError(`${missing[0]} is missing.`);
  return port as Complete<Port>;
}

/** Extensions of a shell, all of them by one driver. */
export const everyExtension = <Driver extends object, Extensions extends object>(
  driver: Driver & UnionToIntersection<NonNullable<Extensions[keyof Extensions]>>,
): Extensions => new Proxy({} as Extensions, { get: () => driver });

export type UnionToIntersection<Union> = (Union extends unknown ? (given: Union) => void : never) extends (
  given: infer Intersection,
) => void
  ? Intersection
  : never;
