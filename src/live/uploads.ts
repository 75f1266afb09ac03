/** Files on their way into an incident, and how far they are. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { attachment } from '#domain/entities/attachment.ts';
import { check } from '#domain/errors.ts';
import { storagePaths } from '#domain/paths.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { PortError } from '#ports/errors.ts';
import { type Storage, storageToken, type Upload, type UploadProgress } from '#ports/storage/storage.ts';
import * as v from 'valibot';
import { useRoomWrites } from './incidents.ts';
import { useLive } from './live-query.ts';
import { usePort } from './ports.tsx';
import { useTeam } from './team.tsx';

export interface FileOnItsWay {
  readonly id: string;
  readonly name: string;
  readonly progress: UploadProgress;
  readonly error: unknown;
  pause(): void;
  resume(): void;
  /** Cancels it, or takes a failed one off the list. */
  remove(): void;
  /** Starts a failed one over. */
  retry(): void;
}

const acceptable = v.pick(attachment, ['name', 'type', 'size']);

/** Uploads into an incident's room. They go on while the screen is open; finished ones become attachments. */
export function useUploads(incidentId: string) {
  const storage = usePort(storageToken);
  const docs = usePort(docsToken);
  const { team } = useTeam();
  const writes = useRoomWrites(incidentId);
  const [files, setFiles] = useState<readonly Tracked[]>([]);
  const running = useRef(new Set<Upload>());

  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const upload of uploads) upload.cancel();
    };
  }, []);

  const change = useCallback((id: string, changes: Partial<Tracked>) => {
    setFiles((all) => all.map((file) => (file.id === id ? { ...file, ...changes } : file)));
  }, []);

  const start = (id: string, file: File) => {
    const path = storagePaths.attachment(team.id, incidentId, id, file.name);
    const upload = storage.upload(path, file, { contentType: file.type || 'application/octet-stream' });
    running.current.add(upload);
    const tracked: Tracked = { id, file, upload, progress: upload.progress(), error: null };
    setFiles((all) => [...all.filter((other) => other.id !== id), tracked]);
    const end = upload.watch({ next: (progress) => change(id, { progress }) });
    upload.done
      .then(async ({ size }) => {
        await writes.attach(id, { name: file.name, type: file.type, size, path });
        setFiles((all) => all.filter((other) => other.id !== id));
      })
      .catch((error: unknown) => change(id, { error }))
      .finally(() => {
        end();
        running.current.delete(upload);
      });
  };

  return {
    files: files.map((tracked): FileOnItsWay => ({
      id: tracked.id,
      name: tracked.file.name,
      progress: tracked.progress,
      error: tracked.error,
      pause: () => void tracked.upload.pause(),
      resume: () => void tracked.upload.resume(),
      remove() {
        tracked.upload.cancel();
        setFiles((all) => all.filter((other) => other.id !== tracked.id));
      },
      retry: () => start(tracked.id, tracked.file),
    })),
    /** @throws PortError invalid-argument with a sentence: too large, no name */
    add(file: File): void {
      const checked = check(acceptable, { name: file.name, type: file.type, size: file.size });
      if (!checked.ok)
        throw new PortError('invalid-argument', checked.error.message, {
          details: { muster: checked.error },
        });
      start(docs.newId(), file);
    },
  };
}

interface Tracked {
  readonly id: string;
  readonly file: File;
  readonly upload: Upload;
  readonly progress: UploadProgress;
  readonly error: unknown;
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
