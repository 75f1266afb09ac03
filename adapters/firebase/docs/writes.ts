/** Writes, done to a batch or to a transaction of the SDK, which take them alike. */
import { doc, type DocumentReference, type FieldPath, type Firestore } from 'firebase/firestore';
import type { Write } from '#ports/docs/docs.ts';
import { sdkData, sdkField, sdkValue } from './values.ts';

/** The part that `WriteBatch` and `Transaction` have in common. */
export interface Writer {
  set(ref: DocumentReference, data: Record<string, unknown>): unknown;
  set(
    ref: DocumentReference,
    data: Record<string, unknown>,
    options: { readonly merge: true } | { readonly mergeFields: FieldPath[] },
  ): unknown;
  update(ref: DocumentReference, data: Record<string, never>): unknown;
  update(ref: DocumentReference, field: FieldPath, value: unknown, ...more: unknown[]): unknown;
  delete(ref: DocumentReference): unknown;
}

export function writeTo(writer: Writer, db: Firestore, write: Write): void {
  const ref = doc(db, write.path);
  switch (write.type) {
    case 'delete':
      writer.delete(ref);
      return;
    case 'update': {
      const [first, ...rest] = Object.entries(write.changes);
      if (!first) writer.update(ref, {});
      else
        writer.update(
          ref,
          sdkField(first[0]),
          sdkValue(db, first[1]),
          ...rest.flatMap(([field, value]) => [sdkField(field), sdkValue(db, value)]),
        );
      return;
    }
    case 'set': {
      const data = sdkData(db, write.data);
      const { merge } = write;
      if (merge === undefined) writer.set(ref, data);
      else if (merge === true) writer.set(ref, data, { merge });
      else writer.set(ref, data, { mergeFields: merge.map(sdkField) });
    }
  }
}
