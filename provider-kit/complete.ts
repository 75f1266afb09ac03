import type { Complete } from '#ports/complete.ts';

/** Type of a port that has every extension, as its manifest says: a scenario of the contracts compares the two. */
export const complete = <Port>(port: Port): Complete<Port> => port as Complete<Port>;

/** Extensions of a shell, all of them by one driver. */
export const everyExtension = <Driver extends object, Extensions extends object>(
  driver: Driver & UnionToIntersection<NonNullable<Extensions[keyof Extensions]>>,
): Extensions => new Proxy({} as Extensions, { get: () => driver });

export type UnionToIntersection<Union> = (Union extends unknown ? (given: Union) => void : never) extends (
  given: infer Intersection,
) => void
  ? Intersection
  : never;
