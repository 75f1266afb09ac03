/** Bytes of files over HTTP, to the server and from it. */
import { PortError, toPortError } from '#ports/errors.ts';
import type { CancelSignal } from '#ports/shared.ts';
import { type ErrorData, errorFrom } from '#provider-kit/error-data.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { UploadStanding } from '#provider-kit/storage/chunk-sender.ts';
import type { Wanted } from '#provider-kit/storage/shell.ts';
import { contentAddress, pieceAddress } from '../files/file-address.ts';

/** Requests over HTTP, as the browser's `fetch` makes them. */
export type FetchBytes = (url: string, request: RequestInit) => Promise<Response>;

export interface FileBytesOptions {
  /** Address of the server for files, with a slash at its end. */
  readonly address: string;
  readonly fetch: FetchBytes;
  /** Secret of the session; `null` without one. */
  readonly session: () => string | null;
}

export class FileBytes {
  private readonly options: FileBytesOptions;

  constructor(options: FileBytesOptions) {
    this.options = options;
  }

  /** @throws PortError of the server; unavailable; cancelled */
  sendPiece(
    id: string,
    offset: number,
    bytes: Uint8Array<ArrayBuffer>,
    signal: CancelSignal,
  ): Promise<UploadStanding> {
    const request = { method: 'PUT', body: bytes, headers: {} };
    return this.request(
      pieceAddress(id, offset),
      request,
      signal,
      async (response) => (await response.json()) as UploadStanding,
    );
  }

  /** @throws PortError of the server; storage/download-size-exceeded; unavailable; cancelled */
  read(path: string, { range, maxBytes }: Wanted, signal: CancelSignal | undefined): Promise<Uint8Array> {
    const headers: Record<string, string> = range ? { Range: `bytes=${range.first}-${range.last}` } : {};
    return this.request(contentAddress(path), { method: 'GET', headers }, signal, async (response) => {
      const size = Number(response.headers.get('content-length'));
      if (size > maxBytes)
        throw new PortError(
          'storage/download-size-exceeded',
          `${path} is ${size} bytes; ${maxBytes} were allowed.`,
        );
      return new Uint8Array(await response.arrayBuffer());
    });
  }

  private async request<T>(
    below: string,
    request: { readonly headers: Readonly<Record<string, string>> } & RequestInit,
    signal: CancelSignal | undefined,
    take: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { address, fetch, session } = this.options;
    const secret = session();
    const headers = { ...request.headers, ...(secret !== null && { Authorization: `Bearer ${secret}` }) };
    const aborter = new AbortController();
    const abort = guardListener(() => aborter.abort());
    if (signal?.aborted) throw cancelled();
    signal?.addEventListener('abort', abort);
    try {
      const response = await fetch(`${address}${below}`, {
        ...request,
        ...{ headers, signal: aborter.signal, cache: 'no-store', credentials: 'omit' },
      });
      if (!response.ok) throw await errorOf(response);
      return await take(response);
    } catch (cause) {
      if (signal?.aborted) throw cancelled();
      // Stops the transfer of the unread rest.
      aborter.abort();
      if (cause instanceof PortError) throw cause;
      throw new PortError('unavailable', 'The way to the server failed.', { cause: toPortError(cause) });
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }
}

const cancelled = () => new PortError('cancelled', 'The request was cancelled.');

/** The server's error; `unavailable` where a proxy has answered. */
async function errorOf(response: Response): Promise<PortError> {
  if (response.headers.get('content-type') === 'application/json')
    return errorFrom((await response.json()) as ErrorData);
  return new PortError('unavailable', `The way to the server failed with status ${response.status}.`);
}
