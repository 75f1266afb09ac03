/** Files over the link. Requests that fail on the way are repeated until `operationRetryMs` is used up. */
import type {
  Download,
  ListPayload,
  ObjectPayload,
  ReadPayload,
  UpdatePayload,
} from '#fakes/cloud/storage/protocol.ts';
import type { Complete } from '#ports/complete.ts';
import type { PortErrorCode } from '#ports/errors.ts';
import type { CancelSignal } from '#ports/shared.ts';
import { wholeStorageShell } from '#provider-kit/storage/shell.ts';
import type { ObjectMetadata, ObjectPage, Storage } from '#ports/storage/storage.ts';
import { retriedRequests } from '#provider-kit/retry-period.ts';
import type { ClientContext } from '../context.ts';
import { AddressBook } from './address.ts';
import { startUpload } from './upload.ts';

export function createStorage(context: ClientContext): Complete<Storage> {
  const { link, settings } = context;
  const requests = retriedRequests({ ...context, connection: link }, settings.operationRetryMs);
  const addresses = new AddressBook(context);

  const ask = async <T>(
    operation: string,
    payload: unknown,
    signal?: CancelSignal,
    doneBy?: PortErrorCode,
  ): Promise<T> =>
    (await requests.request<T>({
      attempt: () => link.request<T>('storage', operation, payload, signal),
      ...{ signal, ...(doneBy && { doneBy }) },
    })) as T;

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
    requests.end();
    await endUploads();
    addresses.clear();
  });
  return storage;
}
