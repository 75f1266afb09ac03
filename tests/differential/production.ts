/**
 * Differences between production and the SDK's engine alone. The embedded provider promises what production does; the SDK's query
 * is changed so that it gives production's answer.
 */
import { documentId, type Filter, type FilterOp, type Query } from '#ports/docs/query.ts';
import { GeoPoint, Timestamp, DocRef, Vector, type DocValue } from '#ports/docs/values.ts';
import { formatFieldPath, parseFieldPath } from '#provider-kit/docs/field-path.ts';

type FieldFilter = Extract<Filter, { readonly op: unknown }>;

/** Value that no document holds. */
const nothing = '\u{10fffe}none';

export const asProduction = (query: Query): Query =>
  query.where ? { ...query, where: query.where.map(rewrite) } : query;

function rewrite(filter: Filter): Filter {
  if ('and' in filter) return { and: filter.and.map(rewrite) };
  if ('or' in filter) return { or: filter.or.map(rewrite) };
  return filter.field === documentId ? filter : rewriteLeaf(filter);
}

function rewriteLeaf(filter: FieldFilter): Filter {
  const { field, op, value } = filter;
  const list = Array.isArray(value) ? (value as readonly DocValue[]) : null;
  switch (op) {
    // To a range, NaN is a type of its own; the SDK has it below all numbers.
    case '<':
    case '<=':
      if (typeof value !== 'number' || Number.isNaN(value)) return filter;
      return { and: [filter, { field, op: '>=', value: Number.NEGATIVE_INFINITY }] };
    // null and NaN are members of nothing; 0 and -0 are one number, which the SDK distinguishes in membership filters.
    case 'in':
    case 'array-contains-any':
      return list && list.length > 0 ? { field, op, value: list.map(comparable).flatMap(zeros) } : filter;
    case 'not-in':
      return list && list.length > 0 ? { field, op, value: list.flatMap(zeros) } : filter;
    case 'array-contains': {
      const variants = zeros(comparable(value));
      if (variants.length === 1) return { field, op, value: variants[0] ?? nothing };
      return { or: variants.map((one) => ({ field, op, value: one })) };
    }
    default:
      return filter;
  }
}

const comparable = (value: DocValue): DocValue => (value === null || Number.isNaN(value) ? nothing : value);

/** The value with every zero in it once positive and once negative. */
function zeros(value: DocValue): readonly DocValue[] {
  if (value === 0) return [0, -0];
  if (typeof value !== 'object' || value === null) return [value];
  if (Array.isArray(value)) return combine(value.map(zeros));
  if (value instanceof Vector)
    return combine(value.values.map(zeros)).map((list) => new Vector(list as number[]));
  if (value instanceof Timestamp || value instanceof DocRef) return [value];
  if (value instanceof Uint8Array || value instanceof GeoPoint) return [value];
  const names = Object.keys(value);
  const map = value as Readonly<Record<string, DocValue>>;
  return combine(names.map((name) => zeros(map[name] ?? null))).map((list) =>
    Object.fromEntries(names.map((name, at) => [name, list[at] ?? null])),
  );
}

const combine = (parts: readonly (readonly DocValue[])[]): readonly (readonly DocValue[])[] =>
  parts.reduce<readonly (readonly DocValue[])[]>(
    (lists, variants) => lists.flatMap((list) => variants.map((one) => [...list, one])),
    [[]],
  );

/** Reason for which production refuses a query that the SDK would send, always as `invalid-argument`; else `null`. */
export function refusedByServer(query: Query): string | null {
  const { where = [], orderBy = [], start, end } = query;
  const leaves = where.flatMap(leavesOf);
  const has = (...ops: readonly FilterOp[]) => leaves.some(({ op }) => ops.includes(op));
  if (has('not-in') && where.some(holdsOr)) return 'not-in beside or';
  if (leaves.some(({ op, value }) => op === 'not-in' && Array.isArray(value) && value.length > 10))
    return 'not-in with more than 10 values';
  const conjunctions = expand({ and: where });
  if (conjunctions.length > 30) return 'more than 30 alternatives';
  if (conjunctions.some((one) => one.filter((op) => op === 'array-contains').length > 1))
    return 'array-contains twice in one alternative';
  const parent = !query.group && query.collection.includes('/') ? 1 : 0;
  if (conjunctions.reduce((sum, one) => sum + one.length, orderBy.length + parent) > 100)
    return 'more than 100 filters, orders and parents';
  if (namesBeside(query)) return 'equality on the name beside the inequality of another field';
  const ordered = orderBy.map(({ field }) => (field === documentId ? field : spelled(field)));
  if (new Set(ordered).size < ordered.length) return 'one field ordered by twice';
  const nameAt = orderBy.findIndex(({ field }) => field === documentId);
  if (nameAt >= 0) {
    const compared = leaves.filter(({ op }) => comparing.has(op)).map(({ field }) => field);
    const before = new Set(ordered.slice(0, nameAt + 1));
    const implied = compared.filter((field) => field !== documentId && !before.has(spelled(field)));
    if (nameAt < orderBy.length - 1 || implied.length > 0) return 'an order after the name';
  }
  if ([start, end].some((cursor) => cursor?.values?.[nameAt] === ''))
    return 'a cursor at a document without a name';
  return null;
}

const comparing: ReadonlySet<FilterOp> = new Set<FilterOp>(['<', '<=', '>', '>=', '!=', 'not-in']);

/** Firebase's own tests expect it of production: “Equality on key is not allowed if there are other inequality fields”. */
function namesBeside({ where = [] }: Query): boolean {
  const compares = ({ op }: FieldFilter) => comparing.has(op);
  const isName = ({ field }: FieldFilter) => field === documentId;
  if (where.flatMap(leavesOf).some((one) => isName(one) && compares(one))) return false;
  return alternatives({ and: where }).some(
    (one) => one.some(compares) && one.some((leaf) => isName(leaf) && (leaf.op === '==' || leaf.op === 'in')),
  );
}

function alternatives(filter: Filter): readonly (readonly FieldFilter[])[] {
  if ('or' in filter) return filter.or.flatMap(alternatives);
  if (!('and' in filter)) return [[filter]];
  return filter.and.reduce<readonly (readonly FieldFilter[])[]>(
    (all, inner) => all.flatMap((one) => alternatives(inner).map((other) => [...one, ...other])),
    [[]],
  );
}

/** Canonical spelling of a field, whatever its quotes. */
const spelled = (field: string) => formatFieldPath(parseFieldPath(field));

const leavesOf = (filter: Filter): readonly FieldFilter[] => {
  if ('and' in filter) return filter.and.flatMap(leavesOf);
  return 'or' in filter ? filter.or.flatMap(leavesOf) : [filter];
};

const holdsOr = (filter: Filter): boolean => {
  if ('and' in filter) return filter.and.some(holdsOr);
  return 'or' in filter && (filter.or.length > 1 || filter.or.some(holdsOr));
};

/** The alternatives, each with the operators in it; a list of candidates is as many equalities. */
function expand(filter: Filter): readonly (readonly FilterOp[])[] {
  if ('or' in filter) return filter.or.flatMap(expand);
  if ('and' in filter)
    return filter.and
      .map(expand)
      .reduce<readonly (readonly FilterOp[])[]>(
        (all, some) => (all.length * some.length > 1000 ? [...all, ...some] : cross(all, some)),
        [[]],
      );
  const { op, value } = filter;
  if ((op !== 'in' && op !== 'array-contains-any') || !Array.isArray(value)) return [[op]];
  return value.map(() => [op === 'in' ? '==' : 'array-contains']);
}

const cross = (all: readonly (readonly FilterOp[])[], some: readonly (readonly FilterOp[])[]) =>
  all.flatMap((one) => some.map((other) => [...one, ...other]));
