/** Source of an upload's bytes: an array or a blob. */
import { PortError, type PortErrorOptions } from '#ports/errors.ts';
import type { BlobLike } from '#ports/shared.ts';

export interface Source {
  /** Private copy; not changed by the caller. */
  readonly content: Uint8Array | BlobLike;
  readonly size: number;
  /** `''` when unknown. */
  readonly type: string;
  /** A copy of the bytes from `start` up to, not including, `end`. @throws storage/cannot-slice-blob */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Bytes are copied now, so the caller may change them; blobs never change. @throws TypeError for anything else */
export function sourceOf(given: Uint8Array | BlobLike): Source {
  if (given instanceof Uint8Array) {
    const content = given.slice();
    return { content, size: content.length, type: '', read: async (start, end) => content.slice(start, end) };
  }
  if (!isBlobLike(given)) throw new TypeError('An upload is made of a Uint8Array or a Blob.');
  return {
    content: given,
    size: given.size,
    type: given.type,
    async read(start, end) {
      try {
        const bytes = new Uint8Array(await given.slice(start, end).arrayBuffer());
        if (bytes.length === end - start) return bytes;
      } catch (cause) {
        throw unreadable({ cause });
      }
      throw unreadable();
    },
  };
}

const unreadable = (options: PortErrorOptions = {}) =>
  new PortError('storage/cannot-slice-blob', 'The file could not be read. Choose it again.', options);

const isBlobLike = (content: unknown): content is BlobLike =>
  typeof content === 'object' &&
  content !== null &&
  typeof (content as BlobLike).slice === 'function' &&
  typeof (content as BlobLike).arrayBuffer === 'function' &&
  typeof (content as BlobLike).size === 'number';
