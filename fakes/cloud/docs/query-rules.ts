/** What a query may combine. The platform refuses the rest, so this does too, with a sentence that says why. */
import { PortError } from '#ports/errors.ts';
import { documentId, type Filter, type Query } from '#ports/docs/query.ts';

type FieldFilter = Extract<Filter, { readonly op: unknown }>;

const mostDisjunctions = 30;
const mostExcluded = 10;

const refuse = (message: string) => new PortError('invalid-argument', message);

/** @throws PortError invalid-argument, unimplemented */
export function checkQuery(query: Query): void {
  checkLimits(query);
  const filters: FieldFilter[] = [];
  let hasOr = false;
  const visit = (filter: Filter) => {
    if ('op' in filter) filters.push(filter);
    else {
      const inner = 'and' in filter ? filter.and : filter.or;
      if (inner.length === 0) throw refuse('“and” and “or” need at least one filter.');
      if ('or' in filter && inner.length > 1) hasOr = true;
      inner.forEach(visit);
    }
  };
  (query.where ?? []).forEach(visit);
  filters.forEach(checkOperand);
  checkTogether(filters, hasOr);
  const disjunctions = product((query.where ?? []).map(countTerms));
  if (disjunctions > mostDisjunctions)
    throw refuse(
      `Written out, the filters are ${disjunctions} alternatives; at most ${mostDisjunctions} are allowed.`,
    );
  if (mostContained({ and: query.where ?? [] }) > 1)
    throw refuse('At most one “array-contains” or “array-contains-any” can be asked for at the same time.');
}

function checkLimits({ limit, limitToLast, nearest }: Query): void {
  if (nearest) throw new PortError('unimplemented', 'This backend has no nearest-neighbour queries.');
  for (const count of [limit, limitToLast])
    if (count !== undefined && !(Number.isInteger(count) && count > 0))
      throw refuse(`A limit must be a whole number above 0; ${count} was given.`);
  if (limit !== undefined && limitToLast !== undefined)
    throw refuse('A query has a limit from the start or from the end, not both.');
}

function checkOperand({ field, op, value }: FieldFilter): void {
  const isList = op === 'in' || op === 'not-in' || op === 'array-contains-any';
  if (isList && (!Array.isArray(value) || value.length === 0))
    throw refuse(`“${op}” needs a list with at least one value.`);
  if (op === 'not-in' && Array.isArray(value) && value.length > mostExcluded)
    throw refuse(`“not-in” takes at most ${mostExcluded} values; ${value.length} were given.`);
  if (field === documentId && (op === 'array-contains' || op === 'array-contains-any'))
    throw refuse(`The document’s name is no list: “${op}” can’t be asked of it.`);
}

function checkTogether(filters: readonly FieldFilter[], hasOr: boolean): void {
  const count = (...ops: readonly string[]) => filters.filter(({ op }) => ops.includes(op)).length;
  if (count('!=') > 1) throw refuse('A query has at most one “!=”.');
  if (count('not-in') > 1) throw refuse('A query has at most one “not-in”.');
  if (count('not-in') === 0) return;
  if (hasOr) throw refuse('“not-in” can’t stand together with “or”.');
  if (count('in', 'array-contains-any', '!=') > 0)
    throw refuse('“not-in” can’t stand together with “in”, “array-contains-any” or “!=”.');
}

/** How many alternatives a filter is, once it is an “or” of “and”s. */
function countTerms(filter: Filter): number {
  if ('and' in filter) return product(filter.and.map(countTerms));
  if ('or' in filter) return filter.or.reduce((sum, inner) => sum + countTerms(inner), 0);
  const several = filter.op === 'in' || filter.op === 'array-contains-any';
  return several && Array.isArray(filter.value) ? filter.value.length : 1;
}

/** How many filters on members of arrays meet in one alternative. */
function mostContained(filter: Filter): number {
  if ('and' in filter) return filter.and.reduce((sum, inner) => sum + mostContained(inner), 0);
  if ('or' in filter) return Math.max(...filter.or.map(mostContained));
  return filter.op === 'array-contains' || filter.op === 'array-contains-any' ? 1 : 0;
}

const product = (counts: readonly number[]) => counts.reduce((all, count) => all * count, 1);
