/** Reading bytes: the SDK reads no range but one from the start, and can't be told to stop. */
import { PortError } from '#ports/errors.ts';
import type { Wanted } from '#provider-kit/storage/shell.ts';
import type { FirebaseContext } from '../context.ts';
import { requestHeaders } from '../tokens.ts';
import { patiently } from './patience.ts';
import { fileAddress, storageRefusal } from './requests.ts';

export function readObject(
  context: FirebaseContext,
  path: string,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Uint8Array> {
  return patiently(context.settings.operationRetryMs, signal, async () => {
    const { first, last } = wanted.range ?? { first: 0, last: Infinity };
    const identity = await requestHeaders(context, 'Firebase');
    const response = await fetch(`${fileAddress(context, path)}?alt=media`, {
      signal,
      headers: {
        ...identity,
        // An extra byte shows that the content exceeds the limit.
        Range: `bytes=${first}-${Math.min(last, first + wanted.maxBytes)}`,
      },
    });
    if (!response.ok && response.status !== 416) throw await storageRefusal(response, path);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return response.status === 416
      ? nothingThere(wanted, path)
      : partOf(bytes, response.status === 206, wanted, path);
  });
}

/** A range of an empty file can't be had, even when it begins at the start; the whole of it can. */
function nothingThere({ range }: Wanted, path: string): Uint8Array {
  if (range) throw beyondEnd(path, range.first);
  return new Uint8Array();
}

/** Small files may come as a whole although a part was asked for. */
function partOf(bytes: Uint8Array, isPart: boolean, { range, maxBytes }: Wanted, path: string): Uint8Array {
  if (range && !isPart && range.first >= bytes.length) throw beyondEnd(path, range.first);
  const part = range && !isPart ? bytes.slice(range.first, range.last + 1) : bytes;
  if (part.length > maxBytes)
    throw new PortError('storage/download-size-exceeded', `"${path}" is larger than ${maxBytes} bytes.`);
  return part;
}

const beyondEnd = (path: string, first: number) =>
  new PortError('out-of-range', `"${path}" ends before byte ${first}.`);
