/** Files on their way into incidents, and how far they are. They go on whichever screen is open. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { attachmentSchema } from '#domain/attachment/schema.ts';
import { domainError } from '#domain/errors.ts';
import { fileHeaders } from '#domain/attachment/files.ts';
import { encodeError } from '#api/error-encoding.ts';
import { storagePaths } from '#api/paths.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import {
  type ResumableUpload,
  type ObjectMetadata,
  type Storage,
  storageToken,
  type Upload,
  type UploadProgress,
} from '#ports/storage/storage.ts';
import * as v from 'valibot';
import { createStore, useStore } from '../client/store.ts';
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

/** A file that has arrived, or could not, while nobody looked at its room. */
export interface UploadEnd {
  readonly name: string;
  readonly incidentId: string;
  /** `null` when it has arrived. */
  readonly error: unknown;
}

interface Tracked {
  readonly id: string;
  readonly incidentId: string;
  readonly file: File;
  readonly upload: Upload;
  readonly progress: UploadProgress;
  readonly error: unknown;
  retry(): void;
}

/** Uploads under way on this page. */
class Uploads {
  readonly list = createStore<readonly Tracked[]>([]);
  private readonly rooms = new Map<string, number>();
  private readonly endings = new Set<(end: UploadEnd) => void>();

  /** Somebody looks at the room: what becomes of its files is seen there. */
  look(incidentId: string): Unsubscribe {
    const count = (by: number) => this.rooms.set(incidentId, (this.rooms.get(incidentId) ?? 0) + by);
    count(1);
    return () => void count(-1);
  }

  onUnseenEnd(ending: (end: UploadEnd) => void): Unsubscribe {
    this.endings.add(ending);
    return () => void this.endings.delete(ending);
  }

  put(tracked: Tracked): void {
    this.list.set([...this.list.current().filter(({ id }) => id !== tracked.id), tracked]);
  }

  change(id: string, changes: Partial<Pick<Tracked, 'progress' | 'error' | 'retry'>>): void {
    this.list.set(this.list.current().map((one) => (one.id === id ? { ...one, ...changes } : one)));
  }

  remove(id: string): void {
    this.list.set(this.list.current().filter((one) => one.id !== id));
  }

  ended(end: UploadEnd): void {
    if ((this.rooms.get(end.incidentId) ?? 0) > 0) return;
    for (const ending of [...this.endings]) ending(end);
  }

  cancelAll(): void {
    for (const { upload } of this.list.current()) upload.cancel();
    this.list.set([]);
  }
}

/** `null` for an upload that can’t be paused. */
const pausing = (upload: Upload | ResumableUpload) =>
  'pause' in upload ? { pause: () => void upload.pause(), resume: () => void upload.resume() } : null;

const byClient = new WeakMap<QueryClient, Uploads>();

function useUploadsOfPage(): Uploads {
  const client = useQueryClient();
  const known = byClient.get(client);
  if (known) return known;
  const fresh = new Uploads();
  byClient.set(client, fresh);
  return fresh;
}

const acceptable = v.pick(attachmentSchema, ['name', 'type', 'size']);

/** Uploads into an incident's room. They go on when the room is left; finished ones become attachments. */
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

/** Number of files under way in all rooms. */
export function useFilesUnderWay(): number {
  const uploads = useUploadsOfPage();
  return useStore(uploads.list).filter(({ error }) => error === null).length;
}

/** While a person is signed in: reports ends of uploads whose room is not open, and cancels the rest at the end. */
export function useUploadsOfPerson(onUnseenEnd: (end: UploadEnd) => void): void {
  const uploads = useUploadsOfPage();
  const ending = useEffectEvent(onUnseenEnd);
  useEffect(() => {
    const end = uploads.onUnseenEnd((news) => ending(news));
    return () => {
      end();
      uploads.cancelAll();
    };
  }, [uploads]);
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
