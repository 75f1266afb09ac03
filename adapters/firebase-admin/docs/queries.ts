/** Queries as data, as the SDK builds them. */
import type { Filter as SdkFilter, Firestore, Query as SdkQuery } from 'firebase-admin/firestore';
import { PortError } from '#ports/errors.ts';
import { type FieldPath, parseFieldPath } from '#provider-kit/docs/field-path.ts';
import { collectionOf } from '#query/paths.ts';
import { type Cursor, documentId, type Filter, type Nearest, type Query } from '#ports/docs/query.ts';
import { DocRef, type DocValue } from '#ports/docs/values.ts';
import type { Sdk, AdminValues } from './values.ts';

const measures = { euclidean: 'EUCLIDEAN', cosine: 'COSINE', 'dot-product': 'DOT_PRODUCT' } as const;

export class Queries {
  private readonly sdk: Sdk;
  private readonly database: Firestore;
  private readonly values: AdminValues;

  constructor(sdk: Sdk, database: Firestore, values: AdminValues) {
    this.sdk = sdk;
    this.database = database;
    this.values = values;
  }

  /** @throws PortError invalid-argument for a limit to the last ones without an order */
  async build(query: Query): Promise<SdkQuery> {
    if (query.limitToLast !== undefined && !query.orderBy?.length)
      throw new PortError('invalid-argument', 'A limit to the last documents needs an order.');
    let built: SdkQuery = query.group
      ? this.database.collectionGroup(query.collection)
      : this.database.collection(query.collection);
    for (const filter of query.where ?? []) built = built.where(this.filter(filter, query));
    for (const { field, direction } of query.orderBy ?? [])
      built = built.orderBy(this.field(field), direction);
    if (query.limit !== undefined) built = built.limit(query.limit);
    if (query.limitToLast !== undefined) built = built.limitToLast(query.limitToLast);
    if (query.start) {
      const how = query.start.inclusive ? 'startAt' : 'startAfter';
      built = built[how](...(await this.place(query.start, query)));
    }
    if (query.end) {
      const how = query.end.inclusive ? 'endAt' : 'endBefore';
      built = built[how](...(await this.place(query.end, query)));
    }
    return built;
  }

  nearest(built: SdkQuery, { field, vector, limit, measure, threshold, distanceField }: Nearest) {
    return built.findNearest({
      vectorField: this.field(field),
      queryVector: [...vector],
      limit,
      distanceMeasure: measures[measure],
      ...(threshold === undefined ? {} : { distanceThreshold: threshold }),
      ...(distanceField === undefined ? {} : { distanceResultField: distanceField }),
    });
  }

  field(name: string) {
    const { FieldPath } = this.sdk;
    if (name === documentId) return FieldPath.documentId();
    return fieldPath(this.sdk, parseFieldPath(name));
  }

  private filter(filter: Filter, query: Query): SdkFilter {
    const { Filter } = this.sdk;
    if ('and' in filter) return Filter.and(...filter.and.map((one) => this.filter(one, query)));
    if ('or' in filter) return Filter.or(...filter.or.map((one) => this.filter(one, query)));
    return Filter.where(this.field(filter.field), filter.op, this.operand(filter.field, filter.value, query));
  }

  /** Names are ids in one collection, and whole documents among those of a group. */
  private operand(field: string, value: DocValue, query: Query): unknown {
    if (field !== documentId) return this.values.toSdk(value);
    if (Array.isArray(value)) return value.map((one: DocValue) => this.name(one, query));
    return this.name(value, query);
  }

  private name(value: DocValue, { group }: Query): unknown {
    if (value instanceof DocRef) return this.database.doc(value.path);
    return group && typeof value === 'string' ? this.database.doc(value) : value;
  }

  /** Values, or the document as it is now: the SDK wants its own snapshot. */
  private async place({ values, at }: Cursor, query: Query): Promise<unknown[]> {
    if (values)
      return values.map((value, index) => this.operand(query.orderBy?.[index]?.field ?? '', value, query));
    const path = at?.path ?? '';
    const snapshot = await this.database.doc(path).get();
    if (!snapshot.exists)
      throw new PortError('not-found', `There is no document ${path} in ${collectionOf(path)} to stand at.`);
    return [snapshot];
  }
}

export const fieldPath = ({ FieldPath }: Sdk, names: FieldPath) => new FieldPath(...names);
