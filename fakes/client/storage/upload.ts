/** Uploads over the link. */
import type { OpenUpload, UploadChunk } from '#fakes/cloud/storage/protocol.ts';
import { startChunkedUpload } from '#provider-kit/storage/chunk-sender.ts';
import type { Source } from '#provider-kit/storage/source.ts';
import type { UploadShell } from '#provider-kit/storage/upload.ts';
import type { ClientContext } from '../context.ts';

const chunkCeiling = 32 * 1024 * 1024;

export function startUpload(context: ClientContext, target: OpenUpload, source: Source): UploadShell {
  const { link, settings } = context;
  const { uploadId } = target;
  return startChunkedUpload(
    { ...context, connection: link, uploadRetryMs: settings.uploadRetryMs, chunkCeiling },
    {
      open: (signal) => link.request('storage', 'open', target, signal),
      send: (offset, bytes, signal) =>
        link.request('storage', 'chunk', { uploadId, offset, bytes } satisfies UploadChunk, signal),
      abandon() {
        link.request('storage', 'abandon', { uploadId }).catch(() => {});
      },
    },
    source,
  );
}
