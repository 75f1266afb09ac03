/** Documents of a move: collection group after collection group, each in the order of its paths. */
import type { App } from 'firebase-admin/app';
import type { MoveShelf } from '#provider-kit/move/move-backend.ts';
import type { MovedDoc } from '#provider-kit/move/moved-records.ts';
import { AdminValues } from '../docs/values.ts';
import { asPort } from '../errors.ts';

const docsAtOnce = 250;
/** Bytes of one commit are limited to ten mebibytes. */
const writesAtOnce = 50;

export async function firebaseDocumentShelf(
  app: App,
  names: readonly string[],
): Promise<MoveShelf<MovedDoc>> {
  const sdk = await import('firebase-admin/firestore');
  const database = sdk.getFirestore(app);
  const values = new AdminValues(sdk, database);
  const collections = [...new Set(names)].toSorted();
  return {
    page: (cursor) =>
      asPort(async () => {
        // `NAME|PATH`: a name has no such sign, a path may.
        const [, named = collections[0] ?? '', after = ''] = /^([^|]*)\|(.*)$/su.exec(cursor ?? '') ?? [];
        const inOrder = database.collectionGroup(named).orderBy(sdk.FieldPath.documentId()).limit(docsAtOnce);
        const { docs } = await (after === '' ? inOrder : inOrder.startAfter(after)).get();
        const last = docs.at(-1);
        const following = collections[collections.indexOf(named) + 1];
        const isOver = !last || docs.length < docsAtOnce;
        return {
          records: docs.map((doc) => ({ path: doc.ref.path, data: values.data(doc.data()) })),
          next: isOver ? (following === undefined ? null : `${following}|`) : `${named}|${last.ref.path}`,
        };
      }),
    get: (paths) =>
      asPort(async () => {
        if (paths.length === 0) return [];
        const found = await database.getAll(...paths.map((path) => database.doc(path)));
        return found.flatMap((doc) => {
          const data = doc.data();
          return data ? [{ path: doc.ref.path, data: values.data(data) }] : [];
        });
      }),
    write: (records) =>
      asPort(async () => {
        for (let from = 0; from < records.length; from += writesAtOnce) {
          const batch = database.batch();
          for (const { path, data } of records.slice(from, from + writesAtOnce))
            batch.set(database.doc(path), values.fields(data));
          await batch.commit();
        }
      }),
  };
}
