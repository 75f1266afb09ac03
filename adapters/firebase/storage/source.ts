/** What is being uploaded, in a form that the SDK can take apart. */
import { PortError, type PortErrorOptions } from '#ports/errors.ts';
import type { BlobLike } from '#ports/shared.ts';

export interface Source {
  readonly size: number;
  /** `''` when unknown. */
  readonly type: string;
  /** @throws storage/cannot-slice-blob */
  content(): Promise<Uint8Array | Blob>;
}

/** Bytes are copied now, so the caller may change them; blobs never change. @throws TypeError for anything else */
export function sourceOf(content: Uint8Array | BlobLike): Source {
  if (content instanceof Uint8Array) {
    const bytes = content.slice();
    return { size: bytes.length, type: '', content: async () => bytes };
  }
  if (!isBlobLike(content)) throw new TypeError('An upload is made of a Uint8Array or a Blob.');
  return { size: content.size, type: content.type, content: () => readable(content) };
}

/** A file that can't be read any more would look like a bad network to the SDK, which tries again for minutes. */
async function readable(content: BlobLike): Promise<Uint8Array | Blob> {
  try {
    if (content instanceof Blob) {
      await content.slice(0, 1).arrayBuffer();
      return content;
    }
    const bytes = new Uint8Array(await content.slice(0, content.size).arrayBuffer());
    if (bytes.length === content.size) return bytes;
  } catch (cause) {
    throw unreadable({ cause });
  }
  throw unreadable();
}

const unreadable = (options: PortErrorOptions = {}) =>
  new PortError('storage/cannot-slice-blob', 'The file could not be read. Choose it again.', options);

const isBlobLike = (content: unknown): content is BlobLike =>
  typeof content === 'object' &&
  content !== null &&
  typeof (content as BlobLike).slice === 'function' &&
  typeof (content as BlobLike).arrayBuffer === 'function' &&
  typeof (content as BlobLike).size === 'number';
