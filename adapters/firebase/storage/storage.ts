/** Files on Cloud Storage. The SDK is loaded by the first call. */
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
import { PortError } from '#ports/errors.ts';
import type { CancelSignal } from '#ports/shared.ts';
import type { Storage } from '#ports/storage/storage.ts';
import { whileAlive } from '../alive.ts';
import type { FirebaseContext } from '../context.ts';
import { once } from '../lazy.ts';
import { storageError } from './errors.ts';
import { readObject } from './read.ts';
import { sourceOf } from './source.ts';
import { FirebaseUpload } from './upload.ts';

import type { Driver } from './driver.ts';

export function createStorage(context: FirebaseContext): Storage {
  const alive = whileAlive(context);
  const ending = new AbortController();
  const uploads = new Set<FirebaseUpload>();
  const driver = once(async () => {
    const [{ openDriver }] = await Promise.all([import('./driver.ts'), context.identified()]);
    return openDriver(context);
  });
  context.onDispose(async () => {
    ending.abort();
    for (const upload of uploads) upload.dispose();
    await Promise.allSettled([...uploads].map(({ done }) => done));
  });
  const ask = <T>(run: (driver: Driver) => Promise<T>): Promise<T> =>
    alive(async () => {
      try {
        return await run(await driver());
      } catch (error) {
        throw storageError(error);
      }
    });

  return {
    upload(path, content, given) {
      checkPath(path);
      const source = sourceOf(content);
      const settings = copySettings(given);
      const upload = new FirebaseUpload(context, {
        size: source.size,
        md5Hash: settings.md5Hash,
        prepare: async () => {
          const [{ upload: begin }, data] = await Promise.all([driver(), source.content()]);
          return begin(path, data, settings);
        },
      });
      uploads.add(upload);
      const forget = () => uploads.delete(upload);
      upload.done.then(forget, forget);
      return upload;
    },
    metadata(path) {
      checkPath(path);
      return ask(({ metadata }) => metadata(path));
    },
    updateMetadata(path, changes) {
      checkPath(path);
      const copy = copyChanges(changes);
      return ask(({ updateMetadata }) => updateMetadata(path, copy));
    },
    downloadUrl(path) {
      checkPath(path);
      return ask(({ downloadUrl }) => downloadUrl(path));
    },
    read(path, { maxBytes = defaultMaxBytes, range, signal } = {}) {
      checkPath(path);
      checkMaxBytes(maxBytes);
      if (range) checkRange(range);
      const wanted = { maxBytes, range: range ? { first: range.first, last: range.last } : null };
      return alive(() => abortable(signal, ending.signal, (stop) => readObject(context, path, wanted, stop)));
    },
    list(path, { max = largestPage, pageToken } = {}) {
      checkPath(path, true);
      checkPageSize(max);
      return ask(({ list }) => list(path, max, pageToken));
    },
    remove(path) {
      checkPath(path);
      return ask(({ remove }) => remove(path));
    },
  };
}

/** One signal of the platform's kind for `cancel` and `ending`, let go of when `run` is over. */
async function abortable<T>(
  cancel: CancelSignal | undefined,
  ending: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const aborter = new AbortController();
  const stop = () => aborter.abort();
  if (cancel?.aborted) throw new PortError('cancelled', 'The request was cancelled.');
  cancel?.addEventListener('abort', stop);
  ending.addEventListener('abort', stop);
  try {
    return await run(aborter.signal);
  } finally {
    cancel?.removeEventListener('abort', stop);
    ending.removeEventListener('abort', stop);
  }
}
