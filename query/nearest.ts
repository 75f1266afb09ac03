/** Documents by the distance of their vectors from a given one. */
import { type FieldPath, parseFieldPath } from '#provider-kit/docs/field-path.ts';
import type { Nearest, Query } from '#ports/docs/query.ts';
import { type DocData, type DocValue, Vector } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { fieldAt } from './fields.ts';
import { comparePaths } from './order.ts';
import type { QueriedDoc } from './sorting.ts';

export interface Neighbour<T extends QueriedDoc> {
  readonly doc: T;
  readonly distance: number;
}

/** Nearest first, those equally near by their names. Documents whose field is no vector of that dimension are left out. */
export function nearestOf<T extends QueriedDoc>(
  docs: Iterable<T>,
  nearest: Nearest,
): readonly Neighbour<T>[] {
  const { field, vector, measure, threshold, limit } = nearest;
  const path = parseFieldPath(field);
  const distance = distances[measure];
  // The larger a product, the more alike; the smaller any other distance.
  const sign = measure === 'dot-product' ? -1 : 1;
  const found: Neighbour<T>[] = [];
  for (const doc of docs) {
    const values = vectorAt(doc.data, path, vector.length);
    if (!values) continue;
    const far = distance(values, vector);
    if (Number.isNaN(far) || (threshold !== undefined && sign * far > sign * threshold)) continue;
    found.push({ doc, distance: far });
  }
  return found
    .sort(
      (one, other) => sign * (one.distance - other.distance) || comparePaths(one.doc.path, other.doc.path),
    )
    .slice(0, limit);
}

function vectorAt(data: DocData, path: FieldPath, dimension: number): readonly number[] | null {
  const value = fieldAt(data, path);
  return value instanceof Vector && value.values.length === dimension ? value.values : null;
}

type Distance = (one: readonly number[], other: readonly number[]) => number;

const product: Distance = (one, other) => {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
};

const distances: Readonly<Record<Nearest['measure'], Distance>> = {
  'dot-product': product,
  cosine: (one, other) => 1 - product(one, other) / Math.sqrt(product(one, one) * product(other, other)),
  euclidean(one, other) {
    let sum = 0;
    for (let at = 0; at < one.length; at++) sum += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2;
    return Math.sqrt(sum);
  },
};

/** Document for the reader: with the distance, if it was requested. */
export const withDistance = (data: DocData, distance: DocValue, { distanceField }: Nearest): DocData =>
  distanceField === undefined ? data : { ...data, [distanceField]: distance };

/** The query. @throws PortError unimplemented for one of the nearest, which are found in another way */
export function rejectNearest(query: Query): Query {
  if (query.nearest) throw new PortError('unimplemented', 'The nearest can only be found.');
  return query;
}
