/** Files that a room uploads, and their addresses. */
import { useEffect } from 'react';
import { attachmentSchema } from '#domain/attachment/schema.ts';
import { domainError } from '#domain/errors.ts';
import { fileHeaders } from '#domain/attachment/files.ts';
import { encodeError } from '#api/error-encoding.ts';
import { storagePaths } from '#api/paths.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import {
  type ResumableUpload,
  type ObjectMetadata,
  type Storage,
  storageToken,
  type Upload,
  type UploadProgress,
} from '#ports/storage/storage.ts';
import * as v from 'valibot';
import { useStore } from '../client/store.ts';
import { useUploadsOfPage } from './page-uploads.ts';
import { useRoomWrites } from './room-writes.ts';
import { useLive } from '#react/live-query.ts';
import { usePort } from '#react/ports.tsx';
import { useTeam } from './team.tsx';

export interface FileOnItsWay {
  readonly id: string;
  readonly name: string;
  readonly progress: UploadProgress;
  readonly error: unknown;
  /** `null` where the backend can’t. */
  readonly pause: (() => void) | null;
  readonly resume: (() => void) | null;
  /** Cancels it, or takes a failed one off the list. */
  remove(): void;
  /** Restarts a failed upload. */
  retry(): void;
}

/** `null` for an upload that can’t be paused. */
const pausing = (upload: Upload | ResumableUpload) =>
  'pause' in upload ? { pause: () => void upload.pause(), resume: () => void upload.resume() } : null;

const acceptable = v.pick(attachmentSchema, ['name', 'type', 'size']);

/** Uploads into an incident's room. They continue after the room is left; finished ones become attachments. */
export function useUploads(incidentId: string) {
  const storage = usePort(storageToken);
  const docs = usePort(docsToken);
  const { team } = useTeam();
  const writes = useRoomWrites(incidentId);
  const uploads = useUploadsOfPage();
  const all = useStore(uploads.list);
  useEffect(() => uploads.look(incidentId), [uploads, incidentId]);

  const start = (id: string, file: File) => {
    const path = storagePaths.attachment(team.id, incidentId, id, file.name);
    const upload = (storage.resumable ?? storage).upload(path, file, fileHeaders(file.name, file.type));
    const progress = upload.progress();
    uploads.put({ id, incidentId, file, upload, progress, error: null, retry: () => start(id, file) });
    const end = upload.watch({ next: (now) => uploads.change(id, { progress: now }) });
    const ended = (error: unknown) => uploads.ended({ name: file.name, incidentId, error });
    const failed = (error: unknown) => {
      uploads.change(id, { error });
      if (!isPortError(error, 'cancelled')) ended(error);
    };
    const arrived = ({ size }: ObjectMetadata) => {
      const record = async () => {
        uploads.change(id, { error: null });
        await writes.attach(id, { name: file.name, type: file.type, size, path });
        uploads.remove(id);
        ended(null);
      };
      const attach = () => record().catch(failed);
      // A file is sent once, and may not be written over: only its record is tried again.
      uploads.change(id, { retry: () => void attach() });
      return attach();
    };
    upload.done.then(arrived, failed).finally(end);
  };

  return {
    files: all
      .filter((one) => one.incidentId === incidentId)
      .map((tracked): FileOnItsWay => ({
        id: tracked.id,
        name: tracked.file.name,
        progress: tracked.progress,
        error: tracked.error,
        pause: pausing(tracked.upload)?.pause ?? null,
        resume: pausing(tracked.upload)?.resume ?? null,
        remove() {
          tracked.upload.cancel();
          uploads.remove(tracked.id);
        },
        retry: () => tracked.retry(),
      })),
    /** @throws PortError invalid-argument with a sentence: too large, no name */
    add(file: File): void {
      const { name, type, size } = file;
      const checked = v.safeParse(acceptable, { name, type, size }, { abortEarly: true });
      if (!checked.success) {
        const [{ message: rule }] = checked.issues;
        const details = encodeError(domainError('invalid', { field: 'file', rule }, rule));
        throw new PortError('invalid-argument', rule, { details });
      }
      start(docs.newId(), file);
    },
  };
}

/** An address at which the file can be opened; undefined until it is known. */
export function useFileUrl(path: string): string | undefined {
  const storage: Storage = usePort(storageToken);
  return useLive<string>(['file', path], (push) => {
    let open = true;
    storage.downloadUrl(path).then(
      (url) => {
        if (open) push.next(url);
      },
      (error: PortError) => {
        if (open) push.error(error);
      },
    );
    return () => {
      open = false;
    };
  }).data;
}
