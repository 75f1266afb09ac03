/** A project's file of indexes (`firestore.indexes.json`) as indexes of PostgreSQL. */
import type { DocIndex } from './doc-indexes.ts';

interface FileIndex {
  readonly collectionGroup: string;
  readonly queryScope?: string;
  readonly fields: readonly { readonly fieldPath: string; readonly order?: string }[];
}

/** Indexes of ordered fields. Elements of lists are found without an index of their own. @throws SyntaxError, TypeError for another file */
export function indexesOfFile(text: string): readonly DocIndex[] {
  const { indexes } = JSON.parse(text) as { readonly indexes: readonly FileIndex[] };
  return indexes
    .filter(({ fields }) => fields.every(({ order }) => order !== undefined))
    .map(({ collectionGroup, queryScope, fields }) => ({
      collection: collectionGroup,
      group: queryScope === 'COLLECTION_GROUP',
      fields: fields.map(({ fieldPath, order }) => ({
        field: fieldPath,
        descending: order === 'DESCENDING',
      })),
    }));
}
