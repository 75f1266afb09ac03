/** Events of an SDK upload task, passed to the upload's state machine. */
import type { UploadTask } from 'firebase/storage';
import { PortError } from '#ports/errors.ts';
import type { UploadShell } from '#provider-kit/storage/upload.ts';
import { storageError } from './errors.ts';
import { metadataFrom } from './metadata.ts';

export function followTask(task: UploadTask, upload: UploadShell, md5Hash: string | undefined): UploadTask {
  task.on('state_changed', {
    next({ bytesTransferred, state }) {
      // An attempt that began again had counted bytes that did not arrive.
      upload.moved(bytesTransferred, state === 'paused' && upload.wish() === 'pause' ? 'paused' : 'running');
    },
    error(error) {
      const failure = storageError(error);
      if (failure.code === 'cancelled' && upload.wish() === 'cancel') upload.cancelled();
      else upload.fail(failure);
    },
    complete() {
      if (upload.ended()) return;
      const metadata = metadataFrom(task.snapshot.metadata);
      if (md5Hash === undefined || md5Hash === metadata.md5Hash) return upload.succeed(metadata);
      const message = `What arrived is not what has the checksum ${md5Hash}.`;
      upload.fail(new PortError('storage/invalid-checksum', message));
    },
  });
  return task;
}
