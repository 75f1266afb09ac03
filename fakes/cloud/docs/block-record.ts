/** Documents of one collection made into one record. */
import type { DocData } from '#ports/docs/values.ts';
import { pack } from '#provider-kit/plain-json.ts';
import { fieldsOfBlock } from '#query/block-fields.ts';
import { decodeMessage, encodeMessage } from '#query/value-codec.ts';
import { type BlockEntry, type BlockRecord, idSeparator } from './stored-block.ts';

export const blockRecord = (collection: string, entries: readonly BlockEntry[]): BlockRecord => ({
  collection,
  ids: entries.map(([id]) => id).join(idSeparator),
  docs: textOf(entries.map(([, record]) => record)),
  latest: entries.reduce((latest, [, record]) => Math.max(latest, versionOf(record)), 0),
  fields: encodedFields(entries),
});

/** JSON in which a character takes one byte, in memory and in IndexedDB. */
const textOf = (value: unknown): string =>
  JSON.stringify(pack(value)).replace(
    /[\u0100-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Length of an encoded record in a block, with its comma. */
export const lengthInBlock = (record: unknown): number => textOf(record).length + 1;

const versionOf = (record: unknown) => {
  const { version } = (record ?? {}) as { readonly version?: unknown };
  return typeof version === 'number' ? version : 0;
};

function encodedFields(entries: readonly BlockEntry[]): BlockRecord['fields'] {
  try {
    const fields = fieldsOfBlock(
      entries.map(([, record]) => (decodeMessage(record) as { readonly data: DocData }).data),
    );
    return [...fields].map(([name, known]) =>
      known ? [name, known.low, known.high, known.each].map(encodeMessage) : [name],
    ) as unknown as BlockRecord['fields'];
  } catch {
    // A document that this version can't read: a later one may, so nothing is said of what it holds.
    return null;
  }
}
