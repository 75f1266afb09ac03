/** Uploads under way on this page, whichever screen is open: what rooms share of them, without what starts one. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Unsubscribe } from '#ports/shared.ts';
import type { Upload, UploadProgress } from '#ports/storage/storage.ts';
import { createStore, useStore } from '../client/store.ts';

/** A file that has arrived, or could not, while nobody looked at its room. */
export interface UploadEnd {
  readonly name: string;
  readonly incidentId: string;
  /** `null` when it has arrived. */
  readonly error: unknown;
}

export interface TrackedUpload {
  readonly id: string;
  readonly incidentId: string;
  readonly file: File;
  readonly upload: Upload;
  readonly progress: UploadProgress;
  readonly error: unknown;
  retry(): void;
}

class Uploads {
  readonly list = createStore<readonly TrackedUpload[]>([]);
  private readonly rooms = new Map<string, number>();
  private readonly endings = new Set<(end: UploadEnd) => void>();

  /** Marks the room as open: its file failures are shown there. */
  look(incidentId: string): Unsubscribe {
    const count = (by: number) => this.rooms.set(incidentId, (this.rooms.get(incidentId) ?? 0) + by);
    count(1);
    return () => void count(-1);
  }

  onUnseenEnd(ending: (end: UploadEnd) => void): Unsubscribe {
    this.endings.add(ending);
    return () => void this.endings.delete(ending);
  }

  put(tracked: TrackedUpload): void {
    this.list.set([...this.list.current().filter(({ id }) => id !== tracked.id), tracked]);
  }

  change(id: string, changes: Partial<Pick<TrackedUpload, 'progress' | 'error' | 'retry'>>): void {
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

const byClient = new WeakMap<QueryClient, Uploads>();

export function useUploadsOfPage(): Uploads {
  const client = useQueryClient();
  const known = byClient.get(client);
  if (known) return known;
  const fresh = new Uploads();
  byClient.set(client, fresh);
  return fresh;
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
