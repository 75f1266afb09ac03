/** Files on Cloud Storage. The SDK is loaded by the first call. */
import type { Complete } from '#ports/complete.ts';
import { PortError } from '#ports/errors.ts';
import type { CancelSignal } from '#ports/shared.ts';
import { lazyDriver } from '#provider-kit/lazy-driver.ts';
import { type WholeStorageDriver, wholeStorageShell } from '#provider-kit/storage/shell.ts';
import type { Storage } from '#ports/storage/storage.ts';
import { whileAlive } from '#provider-kit/reject-on-dispose.ts';
import type { FirebaseContext } from '../context.ts';
import { once } from '#provider-kit/once.ts';
import { storageError } from './errors.ts';
import { readObject } from './read.ts';
import { removeObject } from './remove.ts';
import { startFirebaseUpload } from './upload.ts';

import type { FirebaseStorageDriver } from './driver.ts';

export function createFirebaseStorage(context: FirebaseContext): Complete<Storage> {
  const alive = whileAlive(context);
  const ending = new AbortController();
  const driver = once(async () => {
    const [{ openStorageDriver }] = await Promise.all([import('./driver.ts'), context.identified()]);
    return openStorageDriver(context);
  });
  const ask = <T>(run: (driver: FirebaseStorageDriver) => Promise<T>): Promise<T> =>
    alive(async () => {
      try {
        return await run(await driver());
      } catch (error) {
        throw storageError(error);
      }
    });

  const { storage, endUploads } = wholeStorageShell(
    lazyDriver<WholeStorageDriver, 'read' | 'remove'>(
      {
        upload: (path, source, settings) =>
          startFirebaseUpload(context, source.size, async () =>
            (await driver()).upload(path, source, settings),
          ),
        read: (path, wanted, signal) =>
          alive(() => abortable(signal, ending.signal, (stop) => readObject(context, path, wanted, stop))),
        remove: (path) =>
          alive(() => abortable(undefined, ending.signal, (stop) => removeObject(context, path, stop))),
      },
      ask,
    ),
  );
  context.onDispose(async () => {
    ending.abort();
    await endUploads();
  });
  return storage;
}

/** Abort signal of the platform for `cancel` and `ending`; detached when `run` ends. */
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
