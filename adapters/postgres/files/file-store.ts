/** Store of contents by name: a folder on a disk that all servers share, say. */
import type { Readable } from 'node:stream';

/** First and last byte, both included. */
export interface ContentRange {
  readonly first: number;
  readonly last: number;
}

/** Names are letters and digits, at most 64, and each is written once. */
export interface FileStore {
  /**
   * Outlasts a crash of the machine once resolved; after a rejection nothing is left, or a part.
   * @throws PortError resource-exhausted, unavailable; whatever `content` throws
   */
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Stream of a content; `null` when there is none. A caller that does not read to the end destroys the stream. A range may end after the
   * end. @throws PortError unavailable
   */
  open(name: string, range?: ContentRange): Promise<Readable | null>;
  /** Does nothing when there is none. @throws PortError unavailable */
  remove(name: string): Promise<void>;
}
