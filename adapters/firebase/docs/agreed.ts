/**
 * Questions in words that mean the same to the server and to the SDK's own engine, which answers from the cache. Where the two
 * disagree (for the server NaN is no number of a range, and neither it nor null is a member of anything), a document that only the SDK
 * counts in would be waited for without end.
 */
import { documentId, type Filter } from '#ports/docs/query.ts';
import type { DocValue } from '#ports/docs/values.ts';

/** Held by no document. */
const nothing = '\u{10fffe}none';

export const agreed = (where: readonly Filter[]): readonly Filter[] =>
  where.flatMap((filter) => {
    const same = agreedOne(filter);
    return 'and' in same && !('and' in filter) ? same.and : [same];
  });

function agreedOne(filter: Filter): Filter {
  if ('and' in filter) return { and: filter.and.map(agreedOne) };
  if ('or' in filter) return { or: filter.or.map(agreedOne) };
  const { field, op, value } = filter;
  if (field === documentId) return filter;
  switch (op) {
    case '<':
    case '<=':
      return typeof value === 'number'
        ? { and: [filter, { field, op: '>=', value: Number.NEGATIVE_INFINITY }] }
        : filter;
    case 'array-contains':
      return canBeMember(value) ? filter : { field, op, value: nothing };
    case 'in':
    case 'array-contains-any':
      return Array.isArray(value) && value.length > 0
        ? { field, op, value: members(value as readonly DocValue[]) }
        : filter;
    default:
      return filter;
  }
}

const canBeMember = (value: DocValue) => value !== null && !Number.isNaN(value);

function members(list: readonly DocValue[]): readonly DocValue[] {
  const left = list.filter(canBeMember);
  return left.length > 0 ? left : [nothing];
}
