/** Cache policy: persistent and shared by the browser's tabs, or in memory and collected when unreferenced. */
import type { Kept } from './saved.ts';
import type { KeptAnswer } from './stored-records.ts';
import type { Outcome, QueuedWrite } from './write-queue.ts';

export type GivenAnswer = Omit<KeptAnswer, 'used'>;

export interface Keeping {
  /** Cached state of earlier pages; `null` for a cache in memory. */
  load(): Promise<Kept | null>;
  /** Makes this cache's person the active one, until `leave`. */
  enter(): void;
  leave(): Promise<void>;
  /** Runs `start` when it is this client's turn to send the queue; calling the returned function ends the turn. */
  send(start: () => void): () => void;
  /** False while the stored state is too far behind for another write to be sent. */
  maySend(): boolean;
  docChanged(path: string): void;
  /** Stores the server's answer to an open query. */
  answerChanged(key: string): void;
  /** Stores the last answer to a closed query. */
  answerClosed(answer: GivenAnswer): void;
  /** Drops a cached answer that no longer holds. */
  answerDropped(key: string): void;
  /** The answer that was given before, here or in another tab. */
  answer(key: string): KeptAnswer | null;
  queued(entry: QueuedWrite): void;
  /** Removes a write that the server accepted or refused. */
  settled(entry: QueuedWrite, outcome: Outcome): void;
  /** Whether a document, if cached, would be collected at once. */
  passes(path: string): boolean;
  /** Releases documents that no view needs any more, unless something else does. */
  letGo(paths: Iterable<string>): void;
  /** Called when all received changes are shown. */
  rest(): void;
  /** Called before the cache is read. */
  tidy(): void;
  /** Called when the first query is watched, and after the last. */
  watching(any: boolean): void;
  /** Versions can't be compared with those of before. */
  distrusted(): void;
  /** `false` when another tab watches something; nothing is forgotten then. */
  clear(): Promise<boolean>;
  dispose(): Promise<void>;
}
