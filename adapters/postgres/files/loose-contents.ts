/** Contents on their way to a file, and those that no file has any more. The table names them, so that a crash leaves none behind. */
import { createHash } from 'node:crypto';
import { PortError } from '#ports/errors.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import type { SqlDatabase } from '../database.ts';
import type { Sql } from '../sql.ts';
import { Crc32c } from './crc32c.ts';
import type { FileStore } from './file-store.ts';

export interface StagedContent {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Base64. */
  readonly md5Hash: string;
  /** Base64. */
  readonly crc32c: string;
}

const dayMs = 24 * 3_600_000;
const atOnce = 100;

export class LooseContents {
  private readonly database: SqlDatabase;
  private readonly store: FileStore;
  private readonly clock: Clock;
  private readonly random: Random;

  constructor(database: SqlDatabase, store: FileStore, clock: Clock, random: Random) {
    this.database = database;
    this.store = store;
    this.clock = clock;
    this.random = random;
  }

  /**
   * Writes a content. Removed after `keepMs` (default: a day) unless a file has it by then. @throws PortError resource-exhausted,
   * unavailable; whatever `content` throws
   */
  async stage(
    content: Uint8Array | AsyncIterable<Uint8Array>,
    keepMs: number = dayMs,
  ): Promise<StagedContent> {
    const name = this.random.id(32);
    await this.database.rows('INSERT INTO loose_contents (content, until) VALUES ($1, $2)', [
      name,
      this.clock.now() + keepMs,
    ]);
    const md5 = createHash('md5');
    const crc32c = new Crc32c();
    let size = 0;
    const measured = async function* () {
      for await (const piece of content instanceof Uint8Array ? [content] : content) {
        md5.update(piece);
        crc32c.update(piece);
        size += piece.length;
        yield piece;
      }
    };
    try {
      await this.store.write(name, measured());
    } catch (error) {
      await this.discard(name).catch(() => {});
      throw error;
    }
    return { name, size, md5Hash: md5.digest('base64'), crc32c: crc32c.digest() };
  }

  /** Gives a content to the file that the transaction writes. @throws PortError aborted when it was removed meanwhile */
  async adopt(sql: Sql, name: string): Promise<void> {
    const [adopted] = await sql.rows(
      'DELETE FROM loose_contents WHERE content = $1 AND NOT removing RETURNING content',
      [name],
    );
    if (!adopted) throw new PortError('aborted', 'The upload took too long: its content was removed.');
  }

  /** Takes a content from the file that the transaction removes or replaces. Call `discard` after the commit. */
  async release(sql: Sql, name: string): Promise<void> {
    await sql.rows('INSERT INTO loose_contents (content, until, removing) VALUES ($1, $2, true)', [
      name,
      this.clock.now(),
    ]);
  }

  /** Removes a content that no file has. Does nothing when a file has it. */
  async discard(name: string): Promise<void> {
    const [loose] = await this.database.rows(
      'UPDATE loose_contents SET removing = true WHERE content = $1 RETURNING content',
      [name],
    );
    if (loose) await this.remove(name);
  }

  /** Removes what is past its time, and what a crash left half removed. */
  async collect(): Promise<void> {
    for (;;) {
      const found = await this.database.rows<{ content: string }>(
        `UPDATE loose_contents SET removing = true WHERE content IN
          (SELECT content FROM loose_contents WHERE until <= $1 ORDER BY until LIMIT ${atOnce})
        RETURNING content`,
        [this.clock.now()],
      );
      for (const { content } of found) await this.remove(content);
      if (found.length < atOnce) return;
    }
  }

  private async remove(name: string): Promise<void> {
    await this.store.remove(name);
    await this.database.rows('DELETE FROM loose_contents WHERE content = $1', [name]);
  }
}
