/** The orders of the tree's children: by key, value, priority or a value below each child. */
import type { Edge, NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Priority } from '#ports/realtime/realtime.ts';

const integer = /^-?0*\d{1,10}$/;
const nine = 57;

/** Keys that are 32-bit integers first, numerically (the shorter first when equal), then texts. */
export function compareKeys(one: string, other: string): number {
  if (one === other) return 0;
  const [a, b] = [asInteger(one), asInteger(other)];
  const byNumber = a !== null && b !== null ? a - b || one.length - other.length : 0;
  if (byNumber !== 0) return byNumber;
  if (a !== null && b === null) return -1;
  if (b !== null && a === null) return 1;
  return one < other ? -1 : 1;
}

function asInteger(key: string): number | null {
  // Fast path: most keys begin with a letter.
  if (key.charCodeAt(0) > nine || !integer.test(key)) return null;
  const number = Number(key);
  return number >= -(2 ** 31) && number < 2 ** 31 ? number : null;
}

type Plain = null | boolean | number | string;
export type OrderBy = NormalQuery['orderBy'];

/** Fields of a tree node that an order reads. */
export interface OrderedNode {
  readonly value: Plain;
  readonly priority: Priority;
  readonly children: { readonly size: number };
  at(keys: readonly string[]): OrderedNode;
  isEmpty(): boolean;
}

/** Sort key of a child. `object` stands for anything with children. */
export interface OrderKey {
  readonly key: string;
  readonly by: Plain | 'object';
  readonly rank: number;
}

const rankOf = (value: Plain) => {
  if (value === null) return 0;
  if (value === false) return 1;
  if (value === true) return 2;
  return typeof value === 'number' ? 3 : 4;
};
const objectRank = 5;

function compareValues(one: Pick<OrderKey, 'by' | 'rank'>, other: Pick<OrderKey, 'by' | 'rank'>): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  if (typeof one.by === 'number' && typeof other.by === 'number') return one.by - other.by;
  if (typeof one.by === 'string' && typeof other.by === 'string' && one.by !== other.by)
    return one.by < other.by ? -1 : 1;
  return 0;
}

export const compareOrder = (one: OrderKey, other: OrderKey): number =>
  compareValues(one, other) || compareKeys(one.key, other.key);

export function orderKey(orderBy: OrderBy, key: string, child: OrderedNode): OrderKey {
  if (orderBy === 'key') return { key, by: null, rank: 0 };
  if (orderBy === 'priority') return plainKey(key, child.priority);
  const node = orderBy === 'value' ? child : child.at(orderBy.child);
  return node.children.size > 0 ? { key, by: 'object', rank: objectRank } : plainKey(key, node.value);
}

export const plainKey = (key: string, by: Plain | Priority): OrderKey => ({ key, by, rank: rankOf(by) });

/** Below 0 when the child lies before the edge, above 0 when after; an edge without a key is met by all its equals. */
function compareToEdge(orderBy: OrderBy, child: OrderKey, edge: Edge): number {
  if (orderBy === 'key') return compareKeys(child.key, String(edge.value));
  const byValue = compareValues(child, { by: edge.value, rank: rankOf(edge.value) });
  return byValue || edge.key === null ? byValue : compareKeys(child.key, edge.key);
}

/** Whether a child lies before the beginning of a query's range. */
export function liesBefore({ orderBy, start }: NormalQuery, child: OrderKey): boolean {
  if (!start) return false;
  const side = compareToEdge(orderBy, child, start);
  return side < 0 || (side === 0 && !start.inclusive);
}

/** Whether a child lies beyond the end of a query's range. */
export function liesBeyond({ orderBy, end }: NormalQuery, child: OrderKey): boolean {
  if (!end) return false;
  const side = compareToEdge(orderBy, child, end);
  return side > 0 || (side === 0 && !end.inclusive);
}

export const inRange = (query: NormalQuery, child: OrderKey): boolean =>
  !liesBefore(query, child) && !liesBeyond(query, child);

/** Whether a changed child is announced as moved. Ordered by value, any change counts, as in the SDK. */
export function hasMoved<Node extends OrderedNode & { equals(other: Node): boolean }>(
  orderBy: OrderBy,
  before: Node,
  after: Node,
): boolean {
  if (orderBy === 'key') return false;
  if (orderBy === 'value') return !before.equals(after);
  return compareValues(orderKey(orderBy, '', before), orderKey(orderBy, '', after)) !== 0;
}
