/** Documents as records of a store. */
import { platformData, platformPath } from '#firebase-rules/platform/arguments.ts';
import type { DocStore, StoredDoc } from '#query/store.ts';
import { type Part, recordOf } from '../records.ts';
import { withForms } from './exact-forms.ts';

/** A document without its path, which is the record's key. */
type KeptDoc = Omit<StoredDoc, 'path'>;

const keptDoc = ({ data, version, created }: StoredDoc): KeptDoc => ({ data, version, created });

export const docsOf = (store: DocStore): Part => ({
  get(path) {
    const doc = store.get(path);
    return doc ? keptDoc(doc) : undefined;
  },
  *entries() {
    for (const doc of store.all()) yield [doc.path, keptDoc(doc)];
  },
});

/** @throws TypeError for data that no document can hold */
export function ownDoc(doc: StoredDoc): StoredDoc {
  if (!Number.isSafeInteger(doc.version) || !Number.isSafeInteger(doc.created))
    throw new TypeError(`The times of ${doc.path} are no whole numbers.`);
  return Object.freeze({ ...doc, data: withForms(platformData(doc.data)) });
}

/** A document of its record. @throws TypeError */
export const docOfRecord = (path: string, kept: unknown): StoredDoc =>
  ownDoc({ path: platformPath(path), ...recordOf<KeptDoc>(kept) });

/** Blocks of documents, for a cloud that is made without. */
export const noBlocks: Part = {
  get: () => undefined,
  entries: () => [],
  check() {
    throw new TypeError('These are many documents in one record, which this cloud is made without.');
  },
};
