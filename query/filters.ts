/** Filters of a query as predicates. */
import type { FieldPath } from '#provider-kit/docs/field-path.ts';
import { parseFieldPath } from '#provider-kit/docs/field-path.ts';
import { documentId, type Filter, type FilterOp, type Query } from '#ports/docs/query.ts';
import { DocRef, type DocData, type DocValue } from '#ports/docs/values.ts';
import { compareNumbers, ExactNumber } from './exact-number.ts';
import { fieldAt } from './fields.ts';
import { compareValues, sameValue, typeRank } from './order.ts';
import { canonicalField, nameCursor } from './sort-fields.ts';

interface QueriedDoc {
  readonly path: string;
  readonly data: DocData;
}

type Test = (doc: QueriedDoc) => boolean;

/** A field that must hold one value. */
export interface Equality {
  readonly field: string;
  readonly path: FieldPath;
  readonly value: DocValue;
}

export interface Conditions {
  readonly match: Test;
  /** Equalities that hold in every result, one a field: indexes and the routing of changes start from these. */
  readonly equalities: readonly Equality[];
}

export function conditionsOf(query: Query): Conditions {
  const tests = (query.where ?? []).map((filter) => testOf(query, filter));
  return {
    match: all(tests),
    equalities: equalitiesOf(query.where ?? []),
  };
}

function equalitiesOf(filters: readonly Filter[]): readonly Equality[] {
  const found = new Map<string, Equality>();
  const visit = (filter: Filter) => {
    if ('and' in filter) filter.and.forEach(visit);
    if (!('field' in filter) || filter.op !== '==' || filter.field === documentId) return;
    const field = canonicalField(filter.field);
    if (!found.has(field)) found.set(field, { field, path: parseFieldPath(field), value: filter.value });
  };
  filters.forEach(visit);
  return [...found.values()].sort((one, other) => (one.field < other.field ? -1 : 1));
}

function all(tests: readonly Test[]): Test {
  const [first, second] = tests;
  if (!first) return () => true;
  if (!second) return first;
  return tests.length === 2 ? (doc) => first(doc) && second(doc) : (doc) => tests.every((test) => test(doc));
}

function testOf(query: Query, filter: Filter): Test {
  if ('and' in filter) {
    const tests = filter.and.map((inner) => testOf(query, inner));
    return all(tests);
  }
  if ('or' in filter) {
    const tests = filter.or.map((inner) => testOf(query, inner));
    return (doc) => tests.some((test) => test(doc));
  }
  if (filter.field === documentId) return nameTest(query, filter.op, filter.value);
  const path = parseFieldPath(filter.field);
  const test = valueTest(filter.op, filter.value);
  return ({ data }) => {
    const value = fieldAt(data, path);
    return value !== undefined && test(value);
  };
}

/** The name is compared as a reference to the document itself. */
function nameTest(query: Query, op: FilterOp, value: DocValue): Test {
  const asRef = (one: DocValue) => new DocRef(nameCursor(query, one));
  const test = valueTest(op, Array.isArray(value) ? value.map(asRef) : asRef(value));
  return ({ path }) => test(new DocRef(path));
}

/** Type of a value for filters: NaN has one of its own, because no number is more or less than it. */
const typeOf = (value: DocValue) => (Number.isNaN(value) ? 'NaN' : typeRank(value));

/** null and NaN are members of nothing, though an array may hold them. */
const canBeMember = (value: DocValue) => value !== null && !Number.isNaN(value);

/** Fast test for filters that compare with a text, a number or a boolean: types need no comparison. */
function simpleTest(op: FilterOp, operand: DocValue): ((value: DocValue) => boolean) | null {
  if (Number.isNaN(operand) || typeof operand === 'object') return null;
  if (typeof operand !== 'number') return op === '==' ? (value) => value === operand : null;
  switch (op) {
    case '==':
      return numberTest((value) => value === operand || compareNumbers(value, operand) === 0);
    case '<':
      return numberTest((value) => value < operand);
    case '<=':
      return numberTest((value) => value <= operand);
    case '>':
      return numberTest((value) => value > operand);
    case '>=':
      return numberTest((value) => value >= operand);
    default:
      return null;
  }
}

function numberTest(accept: (value: bigint | number) => boolean): (value: DocValue) => boolean {
  return (value) => {
    if (typeof value === 'number') return accept(value);
    const one: unknown = value;
    return one instanceof ExactNumber && accept(one.value);
  };
}

function valueTest(op: FilterOp, operand: DocValue): (value: DocValue) => boolean {
  return simpleTest(op, operand) ?? anyTest(op, operand);
}

function anyTest(op: FilterOp, operand: DocValue): (value: DocValue) => boolean {
  const type = typeOf(operand);
  const ordered = (accept: (order: number) => boolean) => (value: DocValue) =>
    typeOf(value) === type && accept(compareValues(value, operand));
  const list: readonly DocValue[] = Array.isArray(operand) ? operand : [];
  const isListed = (value: DocValue) => list.some((other) => sameValue(value, other));
  const members = (op === 'array-contains' ? [operand] : list).filter(canBeMember);
  const isMember = (value: DocValue) => members.some((other) => sameValue(value, other));
  switch (op) {
    case '==':
      return ordered((order) => order === 0);
    case '<':
      return ordered((order) => order < 0);
    case '<=':
      return ordered((order) => order <= 0);
    case '>':
      return ordered((order) => order > 0);
    case '>=':
      return ordered((order) => order >= 0);
    case '!=':
      return (value) => value !== null && !sameValue(value, operand);
    case 'in':
      return isMember;
    case 'not-in':
      return (value) => value !== null && !list.includes(null) && !isListed(value);
    case 'array-contains':
    case 'array-contains-any':
      return (value) => Array.isArray(value) && value.some(isMember);
  }
}
