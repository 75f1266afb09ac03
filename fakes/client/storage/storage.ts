/** Files over the link. Requests that fail on the way are repeated until `operationRetryMs` is used up. */
import type {
  Download,
  ListPayload,
  ObjectPayload,
  ReadPayload,
  UpdatePayload,
} from '#fakes/cloud/storage/protocol.ts';
import type { Complete } from '#ports/complete.ts';
import { disposedError, isPortError, type PortErrorCode } from '#ports/errors.ts';
import type { CancelSignal } from '#ports/shared.ts';
import { wholeStorageShell } from '#provider-kit/storage/shell.ts';
import type { ObjectMetadata, ObjectPage, Storage } from '#ports/storage/storage.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { ClientContext } from '../context.ts';
import { isPassing, RetryPeriod, retryLimit } from '../retry.ts';
import { AddressBook } from './address.ts';
import { startUpload } from './upload.ts';

export function createStorage(context: ClientContext): Complete<Storage> {
  const { link, settings } = context;
  const ending = new AbortController();
  const addresses = new AddressBook(context);

  /** `doneBy`: after a try whose answer was lost, this refusal means that it was done. */
  const ask = async <T>(
    operation: string,
    payload: unknown,
    signal?: CancelSignal,
    doneBy?: PortErrorCode,
  ): Promise<T> => {
    const retries = new RetryPeriod(context, settings.operationRetryMs);
    const waiting = new AbortController();
    const stop = guardListener(() => waiting.abort());
    ending.signal.addEventListener('abort', stop);
    signal?.addEventListener('abort', stop);
    try {
      for (let tries = 0; ; tries++) {
        if (ending.signal.aborted) throw disposedError();
        try {
          return await link.request<T>('storage', operation, payload, signal);
        } catch (error) {
          if (tries > 0 && doneBy && isPortError(error, doneBy)) return undefined as T;
          if (!isPassing(error)) throw error;
          if (!(await retries.wait(waiting.signal))) throw retryLimit(error);
        }
      }
    } finally {
      ending.signal.removeEventListener('abort', stop);
      signal?.removeEventListener('abort', stop);
    }
  };

  const { storage, endUploads } = wholeStorageShell({
    upload(path, source, given) {
      const contentType = source.type === '' ? {} : { contentType: source.type };
      const target = {
        uploadId: context.random.id(),
        path,
        size: source.size,
        settings: { ...contentType, ...given },
      };
      return startUpload(context, target, source);
    },
    metadata: (path) => ask<ObjectMetadata>('metadata', { path } satisfies ObjectPayload),
    updateMetadata: (path, changes) =>
      ask<ObjectMetadata>('update', { path, changes } satisfies UpdatePayload),
    downloadUrl: (path) =>
      ask<Download>('download', { path } satisfies ObjectPayload).then((download) =>
        addresses.addressOf(download),
      ),
    read: (path, wanted, signal) =>
      ask<Uint8Array>('read', { path, ...wanted } satisfies ReadPayload, signal),
    list: (path, max, pageToken) =>
      ask<ObjectPage>('list', { path, max, pageToken: pageToken ?? null } satisfies ListPayload),
    remove: (path) =>
      ask<void>('remove', { path } satisfies ObjectPayload, undefined, 'storage/object-not-found'),
  });
  context.onDispose(async () => {
    ending.abort();
    await endUploads();
    addresses.clear();
  });
  return storage;
}
