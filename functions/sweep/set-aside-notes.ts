/**
 * Documents that can't be read, or fail. Such a document is never changed: it stays where the query finds it and is
 * passed over. The note is what admins see, and holds the pause of one that fails.
 */
import { setAsideSchema, type SetAside } from '#domain/set-aside/schema.ts';
import { collectionGroups, documentPaths } from '#api/paths.ts';
import { notedAgain, teamOf } from '#domain/set-aside/note.ts';
import type { DocSnapshot, Write } from '#ports/docs/docs.ts';
import { isPortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { fromDocument, fromReadableDocument, toDocument, UnreadableDocument } from '#api/codec.ts';
import type { Chore } from './chore.ts';
import { inPages } from './in-pages.ts';

/** Below the smallest limit of any provider. */
const writesPerBatch = 400;
/** Number of notes that one sweep reviews. */
const reviewed = 200;

export class SetAsideNotes {
  private readonly server: ServerPorts;
  private readonly now: number;
  /** Notes by the path of the document that they are about. */
  private readonly known = new Map<string, SetAside>();
  private readonly seen = new Set<string>();
  private writes: Write[] = [];

  private constructor(server: ServerPorts) {
    this.server = server;
    this.now = server.clock.now();
  }

  static async load(server: ServerPorts): Promise<SetAsideNotes> {
    const notes = new SetAsideNotes(server);
    const all = { collection: collectionGroups.setAside, order: null, due: [] };
    for await (const portion of inPages(server.docs, all))
      for (const found of portion) {
        const note = fromReadableDocument(setAsideSchema, found);
        if (note) notes.known.set(note.path, note);
      }
    return notes;
  }

  isPaused(path: string): boolean {
    const note = this.known.get(path);
    return note?.kind === 'failing' && note.tryAgainAt > this.now;
  }

  /**
   * Notes a failed document; an unreadable one, which every sweep finds, again only when its pause is over. False where there is no
   * team.
   */
  add(path: string, error: unknown): boolean {
    const teamId = teamOf(path);
    if (teamId === null) return false;
    this.seen.add(path);
    const before = this.known.get(path) ?? null;
    const kind = error instanceof UnreadableDocument && error.path === path ? 'unreadable' : 'failing';
    if (kind === 'unreadable' && before?.kind === kind && before.tryAgainAt > this.now) return true;
    const note = notedAgain(before, { teamId, path, kind, reason: reasonOf(path, error) }, this.now);
    this.known.set(path, note);
    this.writes.push({ type: 'set', path: documentPaths.setAside(teamId, note.id), data: toDocument(note) });
    return true;
  }

  /** Removes the note of a document whose work has succeeded. */
  done(path: string): void {
    const note = this.known.get(path);
    if (!note) return;
    this.known.delete(path);
    this.writes.push({ type: 'delete', path: documentPaths.setAside(note.teamId, note.id) });
  }

  /** Writes the notes. */
  async keep(): Promise<void> {
    const { writes } = this;
    this.writes = [];
    for (let from = 0; from < writes.length; from += writesPerBatch)
      await this.server.docs.batch(writes.slice(from, from + writesPerBatch));
  }

  /** Forgets documents that are not due any more and can be read again, or are gone. */
  async review(chores: readonly Chore[]): Promise<void> {
    const due = [...this.known.values()].filter(
      ({ path, tryAgainAt }) => tryAgainAt <= this.now && !this.seen.has(path),
    );
    for (const { path } of due.slice(0, reviewed)) {
      const found = await this.server.docs.get(path);
      const one = chores.find(({ collection }) => collection === path.split('/').at(-2));
      try {
        // Documents without due work are read by commands and pages alone.
        if (one) one.read(found);
        else await readAgain(path, found);
        this.done(path);
      } catch (error) {
        if (!(error instanceof UnreadableDocument)) throw error;
        this.add(path, error);
      }
    }
    await this.keep();
  }
}

async function readAgain(path: string, found: DocSnapshot): Promise<void> {
  const schema = (await import('../on-demand.ts')).onDemand.schemaAt(path);
  if (schema) fromDocument(schema, found);
}

function reasonOf(path: string, error: unknown): string {
  if (error instanceof UnreadableDocument)
    return error.path === path ? error.field : `${error.path}: ${error.field}`;
  return isPortError(error) ? error.code : 'internal';
}
