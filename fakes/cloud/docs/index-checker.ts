/**
 * Which indexes a query needs, and whether the project has them. Each alternative of its filters must be served: by one index
 * that holds what must be equal and then the query's order, or by several that end in the same order and are read side by
 * side. An index is read in its own direction only.
 */
import { BoundedMemo } from '#query/bounded-memo.ts';
import { parseFieldPath } from '#provider-kit/docs/field-path.ts';
import { lastPart } from '#query/paths.ts';
import { documentId, type Filter } from '#ports/docs/query.ts';
import { alternativesOf, type Conjunction } from '#query/normal-form.ts';
import type { Plan } from '#query/plan.ts';
import { canonicalField } from '#query/sort-fields.ts';
import type { DeclaredIndexes, IndexField, Mode } from './declared-indexes.ts';
import { type IndexConfig, indexConfigOf } from './index-config.ts';
import { missingIndex, type MissingIndex, type Need, needsIndexes } from './missing-index.ts';

class IndexChecker implements DeclaredIndexes {
  readonly config: IndexConfig;
  /** Missing indexes by the query's shape: its values make no difference. */
  private readonly known = new BoundedMemo<string, readonly MissingIndex[]>(1000);

  constructor(config: IndexConfig) {
    this.config = config;
  }

  /** @throws PortError failed-precondition, with the indexes to add */
  check(plan: Plan, aggregated: readonly string[] = []): void {
    const missing = this.known.of(shapeOf(plan, aggregated), () => this.missing(plan, aggregated));
    if (missing.length > 0) throw needsIndexes(missing);
  }

  private missing(plan: Plan, aggregated: readonly string[]): readonly MissingIndex[] {
    const { query } = plan;
    const found = new Map<string, MissingIndex>();
    for (const alternative of alternativesOf(query.where ?? [])) {
      const need = needOf(plan, alternative, aggregated);
      const one = query.nearest
        ? this.vector(need, query.nearest.field, query.nearest.vector.length)
        : this.ordinary(need);
      if (one) found.set(JSON.stringify(one), one);
    }
    return [...found.values()];
  }

  private ordinary(need: Need): MissingIndex | null {
    const open = new Set([...need.equal, ...need.contains]);
    let served = false;
    for (const index of this.indexesFor(need)) {
      const covered = serves(index, need);
      if (!covered) continue;
      served = true;
      for (const field of covered) open.delete(field);
    }
    return served && open.size === 0 ? null : missingIndex(this.config, need);
  }

  private vector(need: Need, field: string, dimension: number): MissingIndex | null {
    const vector = canonicalField(field);
    const before = [...need.equal, ...need.contains, ...orderedFields(need)];
    const served = this.config
      .vectorsOf(need.collection)
      .some(
        (index) =>
          index.scope === need.scope &&
          index.vector === vector &&
          index.dimension === dimension &&
          index.fields.length === before.length &&
          before.every((name) => index.fields.includes(name)),
      );
    return served ? null : missingIndex(this.config, need, { vector, dimension });
  }

  /** Indexes of the project, and the automatic ones of the queried fields. */
  private *indexesFor(need: Need): Generator<readonly IndexField[]> {
    const { collection, scope, equal, contains } = need;
    yield [nameField('asc')];
    for (const index of this.config.compositesOf(collection)) if (index.scope === scope) yield index.fields;
    for (const field of new Set([...equal, ...contains, ...orderedFields(need)]))
      for (const single of this.config.ofField(collection, parseFieldPath(field))) {
        if (single.scope !== scope) continue;
        yield* singleIndexes(field, single.mode);
      }
  }
}

/** Checks by the text of a `firestore.indexes.json`. @throws TypeError */
export const indexChecks = (json: string): DeclaredIndexes => new IndexChecker(indexConfigOf(json));

const nameField = (mode: Mode): IndexField => ({ field: documentId, mode });

/** Elements of arrays are kept in either direction of the names. */
function singleIndexes(field: string, mode: Mode): readonly (readonly IndexField[])[] {
  const own: IndexField = { field, mode };
  if (mode !== 'contains') return [[own, nameField(mode)]];
  return [
    [own, nameField('asc')],
    [own, nameField('desc')],
  ];
}

/** The fields that must be equal, or contain, and that this index takes care of; `null` when it is of no use. */
function serves(index: readonly IndexField[], { orders, equal, contains }: Need): readonly string[] | null {
  const before = index.slice(0, Math.max(0, index.length - orders.length));
  const ordered = index.slice(before.length);
  const inOrder = orders.every(({ field, mode }, at) => {
    const own = ordered[at];
    return own?.field === field && own.mode === mode;
  });
  if (!inOrder) return null;
  for (const { field, mode } of before) if (!(mode === 'contains' ? contains : equal).has(field)) return null;
  const held = before.map(({ field }) => field);
  return [...held, ...orders.map(({ field }) => field).filter((field) => equal.has(field))];
}

function needOf(plan: Plan, alternative: Conjunction, aggregated: readonly string[]): Need {
  const { query } = plan;
  const equal = new Set<string>();
  const contains = new Set<string>();
  for (const { field, op } of alternative) {
    if (field === documentId) continue;
    if (op === '==' || op === 'in') equal.add(canonicalField(field));
    if (op === 'array-contains' || op === 'array-contains-any') contains.add(canonicalField(field));
  }
  const orders: IndexField[] = plan.orders.map(({ name, descending }) => ({
    field: name,
    mode: descending === plan.fromEnd ? 'asc' : 'desc',
  }));
  // Aggregated fields stand before the document's name, which is mostly the last field.
  const name = orders.at(-1)?.field === documentId ? orders.splice(-1) : [];
  for (const field of aggregated)
    if (!equal.has(field) && !orders.some((order) => order.field === field))
      orders.push({ field, mode: 'asc' });
  return {
    collection: lastPart(query.collection),
    scope: query.group ? 'COLLECTION_GROUP' : 'COLLECTION',
    equal,
    contains,
    orders: [...orders, ...name],
  };
}

const orderedFields = ({ orders }: Need): readonly string[] =>
  orders.map(({ field }) => field).filter((field) => field !== documentId);

/** Canonical spellings of fields have none of the separators outside quotes, and the name of a collection has no `/`. */
function shapeOf({ query, orders, fromEnd }: Plan, aggregated: readonly string[]): string {
  const { collection, group = false, where = [], nearest } = query;
  let shape = `${lastPart(collection)}/${group}/${fromEnd}`;
  for (const filter of where) shape += `/${filterShape(filter)}`;
  for (const { name, descending } of orders) shape += descending ? `>${name}` : `<${name}`;
  if (aggregated.length > 0) shape += JSON.stringify(aggregated);
  if (nearest) shape += JSON.stringify([nearest.field, nearest.vector.length]);
  return shape;
}

function filterShape(filter: Filter): string {
  if ('and' in filter) return `and(${filter.and.map(filterShape).join(',')})`;
  if ('or' in filter) return `or(${filter.or.map(filterShape).join(',')})`;
  return `${canonicalField(filter.field)} ${filter.op}`;
}
