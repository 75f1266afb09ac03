/** Source of an upload, in a form that the SDK can slice. */
import type { Source } from '#provider-kit/storage/source.ts';

/**
 * A file that can't be read any more would look like a bad network to the SDK, which tries again for minutes.
 * @throws storage/cannot-slice-blob
 */
export async function readable({ content, size, read }: Source): Promise<Uint8Array | Blob> {
  if (content instanceof Uint8Array) return content;
  if (!(content instanceof Blob)) return read(0, size);
  await read(0, Math.min(1, size));
  return content;
}
