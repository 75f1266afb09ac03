/**
 * A document's data as JSON, for databases that store a document as a text, and back without loss. Composed of two encodings: classes as
 * plain data (`value-codec.ts`), and plain values that JSON lacks (`provider-kit/plain-json.ts`). JSON's own values are stored unchanged,
 * so the database can query them. A string may hold U+0000 and half a surrogate pair, which are escaped: a column of type `json` or `text`
 * takes that, PostgreSQL's `jsonb` does not.
 */
import { mostLevels } from '#provider-kit/docs/argument-limits.ts';
import { freezeInPlace, isPlainObject } from '#provider-kit/docs/own.ts';
import type { DocData } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { pack, unpack } from '#provider-kit/plain-json.ts';
import { decodeMessage, encodeMessage } from './value-codec.ts';

/** Levels that `unpack` counts: two of a map with both tags, the document's own too, and three of a vector's NaN. */
const deepest = 2 * (mostLevels + 1) + 3;

export const dataToJson = (data: DocData): string => JSON.stringify(pack(encodeMessage(data)));

/**
 * Checked as what a client writes is, and frozen.
 * @throws PortError data-loss for a text that is not from `dataToJson`
 */
export function dataFromJson(text: string): DocData {
  try {
    const data = decodeMessage(unpack(JSON.parse(text), deepest));
    if (!isPlainObject(data)) throw new TypeError('It is no map.');
    return freezeInPlace(data as DocData);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PortError('data-loss', `A stored document can’t be read, its text is damaged: ${reason}`, {
      cause: error,
    });
  }
}
