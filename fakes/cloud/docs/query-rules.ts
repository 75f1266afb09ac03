/** Restrictions on combining filters and orders in a query, those of the platform; each refusal says why. */
import { PortError } from '#ports/errors.ts';
import { documentId, type Filter, type Nearest, type Query } from '#ports/docs/query.ts';
import { alternativesOf, countAlternatives, type FieldFilter } from './normal-form.ts';
import { canonicalField } from './sort-fields.ts';

const mostAlternatives = 30;
const mostExcluded = 10;
const mostInequalities = 10;
const mostParts = 100;
const mostNeighbours = 1000;
const mostDimensions = 2048;

const refuse = (message: string) => new PortError('invalid-argument', message);

/** @throws PortError invalid-argument, unimplemented */
export function checkQuery(query: Query): void {
  const { where = [], nearest } = query;
  checkLimits(query);
  if (nearest) checkNearest(query, nearest);
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
  where.forEach(visit);
  filters.forEach(checkOperand);
  checkTogether(filters, hasOr);
  const alternatives = countAlternatives(where);
  if (alternatives > mostAlternatives)
    throw refuse(
      `Written out, the filters are ${alternatives} alternatives; at most ${mostAlternatives} are allowed.`,
    );
  checkMembership(filters, where);
  checkNames(filters, where);
  checkInequalities(filters);
  checkParts(query, filters.length * alternatives);
}

function checkLimits({ limit, limitToLast }: Query): void {
  for (const count of [limit, limitToLast])
    if (count !== undefined && !(Number.isInteger(count) && count > 0))
      throw refuse(`A limit must be a whole number above 0; ${count} was given.`);
  if (limit !== undefined && limitToLast !== undefined)
    throw refuse('A query has a limit from the start or from the end, not both.');
}

function checkNearest(query: Query, { vector, limit, threshold }: Nearest): void {
  const { orderBy, start, end } = query;
  if (orderBy?.length || start || end || query.limit !== undefined || query.limitToLast !== undefined)
    throw refuse('A query for the nearest has filters only: its order and its limit are those of “nearest”.');
  if (!(Number.isInteger(limit) && limit > 0 && limit <= mostNeighbours))
    throw refuse(`“nearest” takes a limit from 1 to ${mostNeighbours}; ${limit} was given.`);
  if (vector.length === 0 || vector.length > mostDimensions)
    throw refuse(`“nearest” takes a vector of 1 to ${mostDimensions} numbers; ${vector.length} were given.`);
  for (const value of threshold === undefined ? vector : [...vector, threshold])
    if (!Number.isFinite(value)) throw refuse(`“nearest” takes finite numbers; ${value} is none.`);
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

const isMembership = ({ op }: FieldFilter) => op === 'array-contains' || op === 'array-contains-any';

function checkMembership(filters: readonly FieldFilter[], where: readonly Filter[]): void {
  if (filters.filter(isMembership).length < 2) return;
  if (alternativesOf(where).some((one) => one.filter(isMembership).length > 1))
    throw refuse('At most one “array-contains” or “array-contains-any” can be asked for at the same time.');
}

/** An equality of the name beside another field's inequality is allowed only where the name has an inequality too. */
function checkNames(filters: readonly FieldFilter[], where: readonly Filter[]): void {
  const compares = ({ op }: FieldFilter) => comparing.has(op);
  const isName = ({ field }: FieldFilter) => field === documentId;
  const equalsName = (filter: FieldFilter) => isName(filter) && (filter.op === '==' || filter.op === 'in');
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

function checkInequalities(filters: readonly FieldFilter[]): void {
  if (filters.length <= mostInequalities) return;
  const compared = filters.filter(({ op }) => comparing.has(op)).map(({ field }) => canonicalField(field));
  const fields = new Set(compared).size;
  if (fields > mostInequalities)
    throw refuse(
      `A query compares at most ${mostInequalities} fields by more or less; ${fields} are compared.`,
    );
}

function checkParts({ collection, group, where = [], orderBy = [] }: Query, atMost: number): void {
  const others = orderBy.length + (!group && collection.includes('/') ? 1 : 0);
  if (atMost + others <= mostParts) return;
  const parts = partsOf(where) + others;
  if (parts > mostParts)
    throw refuse(
      `Written out, the query has ${parts} filters, orders and parents; at most ${mostParts} are allowed.`,
    );
}

/** Filters in all alternatives together. */
const partsOf = (where: readonly Filter[]): number =>
  alternativesOf(where).reduce((sum, one) => sum + one.length * countAlternatives(one), 0);
