/** Files: uploads in one piece. */
import { toPortError } from '#ports/errors.ts';
import type { UploadSettings } from '#ports/storage/storage.ts';
import { type StorageShell, storageShell } from '#provider-kit/storage/shell.ts';
import type { Source } from '#provider-kit/storage/source.ts';
import { uploadShell } from '#provider-kit/storage/upload.ts';
import type { ClientParts } from './client-parts.ts';
import type { PlainFiles } from './files.ts';

export function minimalStorage(files: PlainFiles, { client, line, settings }: ClientParts): StorageShell {
  const upload = (path: string, source: Source, given: UploadSettings) =>
    uploadShell(client, source.size, (shown) => {
      const send = async () => {
        const content = await source.read(0, source.size);
        const { contentType = source.type } = given;
        const own = { ...given, ...(contentType !== '' && { contentType }) };
        const metadata = await line.patiently(
          () => (shown.ended() ? null : files.write(path, content, own)),
          settings.uploadRetryMs,
        );
        if (metadata) shown.succeed(metadata);
      };
      void send().catch((error: unknown) => shown.fail(toPortError(error)));
      return {
        pause: () => false,
        resume() {},
        cancel() {
          void Promise.resolve().then(() => shown.cancelled());
          return true;
        },
        stop() {},
      };
    });
  const ask = <T>(run: () => T | Promise<T>) => line.patiently(run, settings.operationRetryMs);
  return storageShell({
    upload,
    downloadUrl: (path) => ask(() => files.addressOf(path)),
    remove: (path) => ask(() => files.removeExisting(path)),
  });
}
