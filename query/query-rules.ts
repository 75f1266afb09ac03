/** Restrictions on combining filters and orders in a query; each refusal says why. */
import type { QueryLimits } from '#ports/docs/limits.ts';
import { documentId, type Filter, type Nearest, type Query } from '#ports/docs/query.ts';
import { PortError } from '#ports/errors.ts';
import { alternativesOf, countAlternatives, type FieldCondition } from './normal-form.ts';
import { canonicalField } from './sort-fields.ts';

const refuse = (message: string) => new PortError('invalid-argument', message);

/** @throws PortError invalid-argument, unimplemented */
export function checkQuery(limits: QueryLimits, query: Query): void {
  const { where = [], nearest } = query;
  checkLimits(query);
  if (nearest) checkNearest(limits, query, nearest);
  const filters: FieldCondition[] = [];
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
  where.forEach(visit);
  for (const filter of filters) checkOperand(limits, filter);
  checkTogether(filters, hasOr);
  const alternatives = countAlternatives(where);
  if (alternatives > limits.alternatives)
    throw refuse(
      `Written out, the filters are ${alternatives} alternatives; at most ${limits.alternatives} are allowed.`,
    );
  checkMembership(filters, where);
  checkNames(filters, where);
  checkInequalities(limits, filters);
  checkParts(limits, query, filters.length * alternatives);
}

function checkLimits({ limit, limitToLast }: Query): void {
  for (const count of [limit, limitToLast])
    if (count !== undefined && !(Number.isInteger(count) && count > 0))
      throw refuse(`A limit must be a whole number above 0; ${count} was given.`);
  if (limit !== undefined && limitToLast !== undefined)
    throw refuse('A query has a limit from the start or from the end, not both.');
}

function checkNearest(limits: QueryLimits, query: Query, { vector, limit, threshold }: Nearest): void {
  const { orderBy, start, end } = query;
  if (orderBy?.length || start || end || query.limit !== undefined || query.limitToLast !== undefined)
    throw refuse('A query for the nearest has filters only: its order and its limit are those of “nearest”.');
  if (!(Number.isInteger(limit) && limit > 0 && limit <= limits.neighbours))
    throw refuse(`“nearest” takes a limit from 1 to ${limits.neighbours}; ${limit} was given.`);
  if (vector.length === 0 || vector.length > limits.dimensions)
    throw refuse(
      `“nearest” takes a vector of 1 to ${limits.dimensions} numbers; ${vector.length} were given.`,
    );
  for (const value of threshold === undefined ? vector : [...vector, threshold])
    if (!Number.isFinite(value)) throw refuse(`“nearest” takes finite numbers; ${value} is none.`);
}

function checkOperand({ excluded }: QueryLimits, { field, op, value }: FieldCondition): void {
  const isList = op === 'in' || op === 'not-in' || op === 'array-contains-any';
  if (isList && (!Array.isArray(value) || value.length === 0))
    throw refuse(`“${op}” needs a list with at least one value.`);
  if (op === 'not-in' && Array.isArray(value) && value.length > excluded)
    throw refuse(`“not-in” takes at most ${excluded} values; ${value.length} were given.`);
  if (field === documentId && (op === 'array-contains' || op === 'array-contains-any'))
    throw refuse(`The document’s name is no list: “${op}” can’t be asked of it.`);
}

function checkTogether(filters: readonly FieldCondition[], hasOr: boolean): void {
  const count = (...ops: readonly string[]) => filters.filter(({ op }) => ops.includes(op)).length;
  if (count('!=') > 1) throw refuse('A query has at most one “!=”.');
  if (count('not-in') > 1) throw refuse('A query has at most one “not-in”.');
  if (count('not-in') === 0) return;
  if (hasOr) throw refuse('“not-in” can’t stand together with “or”.');
  if (count('in', 'array-contains-any', '!=') > 0)
    throw refuse('“not-in” can’t stand together with “in”, “array-contains-any” or “!=”.');
}

const isMembership = ({ op }: FieldCondition) => op === 'array-contains' || op === 'array-contains-any';

function checkMembership(filters: readonly FieldCondition[], where: readonly Filter[]): void {
  if (filters.filter(isMembership).length < 2) return;
  if (alternativesOf(where).some((one) => one.filter(isMembership).length > 1))
    throw refuse('At most one “array-contains” or “array-contains-any” can be asked for at the same time.');
}

/** An equality of the name beside another field's inequality is allowed only where the name has an inequality too. */
function checkNames(filters: readonly FieldCondition[], where: readonly Filter[]): void {
  const compares = ({ op }: FieldCondition) => comparing.has(op);
  const isName = ({ field }: FieldCondition) => field === documentId;
  const equalsName = (filter: FieldCondition) => isName(filter) && (filter.op === '==' || filter.op === 'in');
  if (!filters.some(equalsName) || !filters.some(compares)) return;
  if (filters.some((filter) => isName(filter) && compares(filter))) return;
  for (const one of alternativesOf(where)) {
    const other = one.some(equalsName) ? one.find(compares) : undefined;
    if (other)
      throw refuse(
        `The document’s name can’t equal something where “${other.field}” is compared by more or less: compare the name by more or less too, or get the document and look.`,
      );
  }
}

const comparing: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '!=', 'not-in']);

function checkInequalities({ inequalities }: QueryLimits, filters: readonly FieldCondition[]): void {
  if (filters.length <= inequalities) return;
  const compared = filters.filter(({ op }) => comparing.has(op)).map(({ field }) => canonicalField(field));
  const fields = new Set(compared).size;
  if (fields > inequalities)
    throw refuse(`A query compares at most ${inequalities} fields by more or less; ${fields} are compared.`);
}

function checkParts(
  limits: QueryLimits,
  { collection, group, where = [], orderBy = [] }: Query,
  atMost: number,
): void {
  const others = orderBy.length + (!group && collection.includes('/') ? 1 : 0);
  if (atMost + others <= limits.parts) return;
  const parts = partsOf(where) + others;
  if (parts > limits.parts)
    throw refuse(
      `Written out, the query has ${parts} filters, orders and parents; at most ${limits.parts} are allowed.`,
    );
}

/** Filters in all alternatives together. */
const partsOf = (where: readonly Filter[]): number =>
  alternativesOf(where).reduce((sum, one) => sum + one.length * countAlternatives(one), 0);
