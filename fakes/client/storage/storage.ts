/** Files over the link. Requests that fail on the way are repeated until `operationRetryMs` is used up. */
import type {
  Download,
  ListPayload,
  ObjectPayload,
  ReadPayload,
  UpdatePayload,
} from '#fakes/cloud/storage/protocol.ts';
import { disposedError, isPortError, type PortErrorCode } from '#ports/errors.ts';
import type { CancelSignal } from '#ports/shared.ts';
import {
  checkMaxBytes,
  checkPageSize,
  checkPath,
  checkRange,
  copyChanges,
  copySettings,
  defaultMaxBytes,
  largestPage,
} from '#ports/storage/check.ts';
import type { ObjectMetadata, ObjectPage, Storage } from '#ports/storage/storage.ts';
import type { ClientContext } from '../context.ts';
import { isPassing, Patience, retryLimit } from '../retry.ts';
import { AddressBook } from './address.ts';
import { sourceOf } from './source.ts';
import { UploadTask } from './upload.ts';

export function createStorage(context: ClientContext): Storage {
  const { link, settings } = context;
  const ending = new AbortController();
  const uploads = new Set<UploadTask>();
  const addresses = new AddressBook(context);
  context.onDispose(async () => {
    ending.abort();
    for (const upload of uploads) upload.dispose();
    await Promise.allSettled([...uploads].map(({ done }) => done));
    addresses.clear();
  });

  /** `doneBy`: after a try whose answer was lost, this refusal means that it was done. */
  const ask = async <T>(
    operation: string,
    payload: unknown,
    signal?: CancelSignal,
    doneBy?: PortErrorCode,
  ): Promise<T> => {
    const patience = new Patience(context, settings.operationRetryMs);
    const waiting = new AbortController();
    const stop = () => waiting.abort();
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
          if (!(await patience.wait(waiting.signal))) throw retryLimit(error);
        }
      }
    } finally {
      ending.signal.removeEventListener('abort', stop);
      signal?.removeEventListener('abort', stop);
    }
  };

  return {
    upload(path, content, given) {
      checkPath(path);
      const source = sourceOf(content);
      const target = {
        uploadId: context.random.id(),
        path,
        size: source.size,
        settings: { ...(source.type === '' ? {} : { contentType: source.type }), ...copySettings(given) },
      };
      const upload = new UploadTask(context, target, source);
      uploads.add(upload);
      const forget = () => uploads.delete(upload);
      upload.done.then(forget, forget);
      if (ending.signal.aborted) upload.dispose();
      return upload;
    },

    metadata(path) {
      checkPath(path);
      const payload: ObjectPayload = { path };
      return ask<ObjectMetadata>('metadata', payload);
    },

    updateMetadata(path, changes) {
      checkPath(path);
      const payload: UpdatePayload = { path, changes: copyChanges(changes) };
      return ask<ObjectMetadata>('update', payload);
    },

    downloadUrl(path) {
      checkPath(path);
      const payload: ObjectPayload = { path };
      return ask<Download>('download', payload).then((download) => addresses.addressOf(download));
    },

    read(path, { maxBytes = defaultMaxBytes, range, signal } = {}) {
      checkPath(path);
      checkMaxBytes(maxBytes);
      if (range) checkRange(range);
      const payload: ReadPayload = {
        path,
        maxBytes,
        range: range ? { first: range.first, last: range.last } : null,
      };
      return ask<Uint8Array>('read', payload, signal);
    },

    list(path, { max = largestPage, pageToken } = {}) {
      checkPath(path, true);
      checkPageSize(max);
      const payload: ListPayload = { path, max, pageToken: pageToken ?? null };
      return ask<ObjectPage>('list', payload);
    },

    remove(path) {
      checkPath(path);
      const payload: ObjectPayload = { path };
      return ask<void>('remove', payload, undefined, 'storage/object-not-found');
    },
  };
}
