/** Files on the server: their bytes over HTTP, all else over the connection. */
import type { CancelSignal } from '#ports/shared.ts';
import type { PortErrorCode } from '#ports/errors.ts';
import type { ObjectMetadata, ObjectPage } from '#ports/storage/storage.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { PortClient } from '#provider-kit/live-subscriptions.ts';
import type { Random } from '#provider-kit/random.ts';
import { whileAlive } from '#provider-kit/reject-on-dispose.ts';
import { retriedRequests, type RetryContext } from '#provider-kit/retry-period.ts';
import { startChunkedUpload, type UploadStanding } from '#provider-kit/storage/chunk-sender.ts';
import { type WholeStorageShell, wholeStorageShell } from '#provider-kit/storage/shell.ts';
import { sharedAddress } from '../files/file-address.ts';
import { FileBytes, type FileBytesOptions } from './file-bytes.ts';
import type { Wire } from './wire.ts';

export interface WireStorageOptions extends FileBytesOptions {
  readonly client: PortClient;
  readonly wire: Wire;
  readonly clock: Clock;
  /** Its ids name uploads. */
  readonly random: Random;
  /** Resolves once it is known who is signed in: a request is in that person’s name. */
  readonly ready: () => Promise<unknown>;
  readonly uploadRetryMs: number;
  readonly operationRetryMs: number;
}

/** Bytes: a piece of 2 MiB takes less than a minute at 300 kbit/s. */
const chunkCeiling = 2 * 1024 * 1024 + 1;

export function wireStorage(options: WireStorageOptions): WholeStorageShell {
  const { client, wire, clock, random, ready, address, uploadRetryMs, operationRetryMs } = options;
  const bytes = new FileBytes(options);
  const isOnline = () => wire.connection.current() === 'online';
  const context: RetryContext = {
    ...{ clock, random },
    connection: {
      online: isOnline,
      onOnline: (next) => wire.connection.onChange(() => next(isOnline())),
    },
  };
  const requests = retriedRequests(context, operationRetryMs);
  const untilDisposal = whileAlive(client);
  const retried = <T>(attempt: () => Promise<T>, signal?: CancelSignal, doneBy?: PortErrorCode) =>
    untilDisposal(
      async () =>
        (await requests.request({
          async attempt() {
            await ready();
            return attempt();
          },
          ...{ signal, ...(doneBy && { doneBy }) },
        })) as T,
    );
  const ask = async <T>(method: string, input: unknown, signal?: CancelSignal): Promise<T> => {
    await ready();
    return (await wire.call(`files.${method}`, input, { signal })) as T;
  };
  const shell = wholeStorageShell({
    upload(path, source, given) {
      const id = random.id();
      const settings = { ...(source.type !== '' && { contentType: source.type }), ...given };
      return startChunkedUpload(
        {
          ...context,
          trackSubscription: () => client.trackSubscription(),
          ...{ uploadRetryMs, chunkCeiling },
        },
        {
          open: (signal) => ask<UploadStanding>('open', { id, path, size: source.size, settings }, signal),
          send: (offset, piece, signal) => bytes.sendPiece(id, offset, new Uint8Array(piece), signal),
          abandon: () => void ask('abandon', { id }).catch(() => {}),
        },
        source,
      );
    },
    metadata: (path) => retried(() => ask<ObjectMetadata>('metadata', { path })),
    updateMetadata: (path, changes) => retried(() => ask<ObjectMetadata>('update', { path, changes })),
    async downloadUrl(path) {
      const { token } = await retried(() => ask<{ readonly token: string }>('address', { path }));
      return `${address}${sharedAddress(path, token)}`;
    },
    read: (path, wanted, signal) => retried(() => bytes.read(path, wanted, signal), signal),
    list: (path, max, pageToken) =>
      retried(() => ask<ObjectPage>('list', { path, max, pageToken: pageToken ?? null })),
    remove: (path) => retried(() => ask<void>('remove', { path }), undefined, 'storage/object-not-found'),
  });
  client.onDispose(() => {
    requests.end();
    void shell.endUploads();
  });
  return shell;
}
