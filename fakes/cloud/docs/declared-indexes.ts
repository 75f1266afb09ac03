/** Indexes of documents as the service needs them, apart from the file that declares them. */
import type { FieldPath } from '#provider-kit/docs/field-path.ts';
import type { Plan } from '#query/plan.ts';

export type Mode = 'asc' | 'desc' | 'contains';
export type Scope = 'COLLECTION' | 'COLLECTION_GROUP';

export interface IndexField {
  /** Spelled as `canonicalField` does. */
  readonly field: string;
  readonly mode: Mode;
}

/** An index made of fields. The document's name is its last field, said or unsaid. */
export interface CompositeIndex {
  readonly scope: Scope;
  readonly fields: readonly IndexField[];
}

export interface SingleField {
  readonly scope: Scope;
  readonly mode: Mode;
}

/** Indexes that a document's fields have entries in. */
export interface IndexesOfFields {
  compositesOf(collection: string): readonly CompositeIndex[];
  /** Automatic indexes of a field: those of the nearest override, else one of each kind. */
  ofField(collection: string, path: FieldPath): readonly SingleField[];
  /** The most entries that these indexes hold of one value, or of one element: an element has one in either direction. */
  mostOfField(collection: string): number;
}

/** Indexes of a project, and the check that they serve a query. */
export interface DeclaredIndexes {
  readonly config: IndexesOfFields;
  /** @throws PortError failed-precondition, with the indexes to add */
  check(plan: Plan, aggregated?: readonly string[]): void;
}

/** Reads the text of a `firestore.indexes.json`. @throws TypeError */
export type ReadIndexes = (json: string) => DeclaredIndexes;

export const automatic: readonly SingleField[] = [
  { scope: 'COLLECTION', mode: 'asc' },
  { scope: 'COLLECTION', mode: 'desc' },
  { scope: 'COLLECTION', mode: 'contains' },
];

/** Indexes of a project that declares none. */
export const automaticIndexes: IndexesOfFields = {
  compositesOf: () => [],
  ofField: () => automatic,
  mostOfField: () => automatic.length - 1,
};
