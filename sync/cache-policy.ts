/** Cache policy of a replica's documents: persistence in the browser, or garbage collection in memory. */
import type { CachedAnswer, StoredCache } from './stored-records.ts';
import type { QueuedWrite, WriteOutcome } from './write-queue.ts';

/** The server's answer to a query. */
export type QueryAnswer = Omit<CachedAnswer, 'used'>;

/** Persistent cache, shared by the browser's tabs. */
export interface CachePersistence {
  /** Cached state of earlier pages. */
  load(): Promise<StoredCache>;
  /** Makes this cache's user the active one, until `leave`. */
  enter(): void;
  leave(): Promise<void>;
  /** Whether another tab that is open is known. */
  isShared(): boolean;
  /** Runs `start` when it is this tab's turn to send the queue; calling the returned function ends the turn. */
  send(start: () => void): () => void;
  /** False while the stored state is too far behind for another write to be sent. */
  maySend(): boolean;
  docChanged(path: string): void;
  /** Stores the server's answer to an open query. */
  answerChanged(key: string): void;
  /** Stores the last answer to a closed query. */
  answerClosed(answer: QueryAnswer): void;
  /** Drops a cached answer that no longer holds. */
  answerDropped(key: string): void;
  /** The answer that was given before, here or in another tab. */
  answer(key: string): CachedAnswer | null;
  queued(entry: QueuedWrite): void;
  /** Removes a write that the server accepted or refused. */
  settled(entry: QueuedWrite, outcome: WriteOutcome): void;
  /** Marks documents as used now. */
  touch(paths: Iterable<string>): void;
  /** Called when the first query is watched, and after the last. */
  watching(any: boolean): void;
  /** Versions can't be compared with those of before. */
  distrusted(): void;
  /** `false` when another tab watches something; nothing is removed then. */
  clear(): Promise<boolean>;
  dispose(): Promise<void>;
}

/** Garbage collection of a cache in memory. */
export interface GarbageCollection {
  /** Whether a document is neither cached, nor changed here, nor shown: cached, it would be collected at once. */
  isUnheld(path: string): boolean;
  /** Marks documents as perhaps unreferenced. */
  release(paths: Iterable<string>): void;
  /** Collects once there are many; all views are up to date then. */
  rest(): void;
  /** Collects before the cache is read. */
  sweep(): void;
}
