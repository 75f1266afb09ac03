/** Objects as a store keeps them, and reading them back: of each object a record, and another with its content. */
import type { ObjectMetadata } from '#ports/storage/storage.ts';
import * as v from 'valibot';
import { type Entry, readEach, type SetAsideRecords } from '../records.ts';
import { storedAs, storedBytes, storedNumber } from '../stored.ts';

export interface StoredObject {
  readonly metadata: ObjectMetadata;
  /** Immutable content: a new content is a new array. */
  readonly content: Uint8Array;
  /** Number of times that its download addresses were revoked. */
  readonly revoked: number;
  /** Uid of the content's writer; null for server code, absent for content that an earlier version stored. */
  readonly owner?: string | null;
}

/** The record of an object; its content is another. */
export type StoredObjectInfo = Omit<StoredObject, 'content'>;

const text = v.string();
export const storedObject = storedAs<StoredObjectInfo>(
  v.looseObject({
    metadata: v.looseObject({
      path: text,
      name: text,
      size: storedNumber,
      generation: v.pipe(text, v.digits()),
      metageneration: v.pipe(text, v.digits()),
      md5Hash: text,
      createdAt: storedNumber,
      updatedAt: storedNumber,
      custom: v.optional(v.record(text, text)),
    }),
    revoked: storedNumber,
    owner: v.optional(v.nullable(text)),
  }),
);
export const storedContent = storedAs<Uint8Array>(storedBytes);

/** Objects from the records of the two parts. An object without its content, or content without its object, is set aside. */
export function storedObjects(
  objects: readonly Entry[],
  contents: readonly Entry[],
  setAside: SetAsideRecords,
): readonly StoredObject[] {
  const byPath = new Map(contents);
  const read = readEach('object', objects, setAside, (kept, path): StoredObject => {
    const object = storedObject(kept);
    if (object.metadata.path !== path) throw new TypeError('The object names another path.');
    const content = storedContent(byPath.get(path));
    byPath.delete(path);
    return { ...object, content };
  });
  for (const path of byPath.keys())
    setAside(`content/${path}`, new TypeError('The object of this content can’t be read, or the content.'));
  return read;
}
