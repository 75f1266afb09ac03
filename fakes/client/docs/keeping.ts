/** What becomes of what a client knows: it lasts and is shared with the browser's other tabs, or it goes with its use. */
import type { Kept, KeptAnswer } from './saved.ts';
import type { Outcome, QueuedWrite } from './write-queue.ts';

export type GivenAnswer = Omit<KeptAnswer, 'used'>;

export interface Keeping {
  /** What is kept from before; `null` where nothing ever is. */
  load(): Promise<Kept | null>;
  /** Its person is the one at work from now on, until `leave`. */
  enter(): void;
  leave(): Promise<void>;
  /** Runs `start` when it is this client's turn to send what waits; the turn is over once the returned function was called. */
  send(start: () => void): () => void;
  /** False while what lasts is too far behind for another write to be sent. */
  maySend(): boolean;
  docChanged(path: string): void;
  /** The server's answer to a question that is asked here. */
  answerChanged(key: string): void;
  /** The last answer to a question that is not asked any more. */
  answerClosed(answer: GivenAnswer): void;
  /** It does not hold any more. */
  answerDropped(key: string): void;
  /** The answer that was given before, here or in another tab. */
  answer(key: string): KeptAnswer | null;
  queued(entry: QueuedWrite): void;
  /** It waits no longer. */
  settled(entry: QueuedWrite, outcome: Outcome): void;
  /** Would all that is learned of the document be let go of at once? */
  passes(path: string): boolean;
  /** Nothing here needs these any more, unless something else does. */
  letGo(paths: Iterable<string>): void;
  /** Whatever was learned is shown now. */
  rest(): void;
  /** Somebody is about to look at what is known. */
  tidy(): void;
  /** Is anything watched? */
  watching(any: boolean): void;
  /** Versions can't be compared with those of before. */
  distrusted(): void;
  /** `false` when another tab watches something; nothing is forgotten then. */
  clear(): Promise<boolean>;
  dispose(): Promise<void>;
}
