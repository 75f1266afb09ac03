/** Runs what is due of several collections: every item once, teams side by side, and none waiting for one that fails. */
import type * as v from 'valibot';
import { teamOf } from '#domain/set-aside/note.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import type { where } from '#ports/docs/query.ts';
import { isPortError, type PortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { fromDocument, UnreadableDocument } from '../kernel/stored.ts';
import { inPages } from './in-pages.ts';
import { SetAsideNotes } from './set-aside-notes.ts';

/** `id`: where an entity has one, it is its document's. */
type EntitySchema = v.GenericSchema<unknown, { readonly teamId: string; readonly id?: string }>;

interface ChoreOptions<Entity> {
  /** Asked across all teams. */
  readonly collection: string;
  /** The field with the time that it is due at; null: by name. */
  readonly order: string | null;
  readonly due: readonly ReturnType<typeof where>[];
  run(entity: Entity, path: string): Promise<void>;
}

export interface Chore extends Omit<ChoreOptions<never>, 'run'> {
  /** @throws UnreadableDocument before anything is done */
  read(found: DocSnapshot): () => Promise<void>;
}

export function chore<S extends EntitySchema>(
  schema: S,
  { run, ...options }: ChoreOptions<v.InferOutput<S>>,
): Chore {
  return {
    ...options,
    read: (found) => {
      const entity = fromDocument(schema, found);
      if (entity === null) return () => Promise.resolve();
      if ((entity.id ?? found.id) !== found.id) throw new UnreadableDocument(found.path, 'id');
      if (entity.teamId !== teamOf(found.path)) throw new UnreadableDocument(found.path, 'teamId');
      return () => run(entity, found.path);
    },
  };
}

/** What went wrong otherwise than by one document. */
interface Failures {
  readonly mistakes: unknown[];
  readonly backend: PortError[];
}

/** @throws AggregateError, or the backend's first PortError, once everything else has been done */
export async function runChores(server: ServerPorts, chores: readonly Chore[]): Promise<void> {
  const failures: Failures = { mistakes: [], backend: [] };
  const notes = await SetAsideNotes.load(server);
  for (const one of chores) {
    await guarded(failures, async () => {
      for await (const portion of inPages(server.docs, one)) {
        const byTeam = Map.groupBy(portion, ({ path }) => teamOf(path));
        await Promise.all([...byTeam.values()].map((found) => runAll(one, found, notes, failures)));
        await guarded(failures, () => notes.keep());
      }
    });
  }
  await guarded(failures, () => notes.review(chores));
  const [first] = failures.backend;
  if (failures.mistakes.length > 0)
    throw new AggregateError(failures.mistakes, 'The sweep could not do everything.');
  if (first) throw first;
}

async function guarded(failures: Failures, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (isPortError(error)) failures.backend.push(error);
    else failures.mistakes.push(error);
  }
}

async function runAll(
  one: Chore,
  found: readonly DocSnapshot[],
  notes: SetAsideNotes,
  { mistakes }: Failures,
): Promise<void> {
  for (const document of found) {
    try {
      const run = one.read(document);
      if (notes.isPaused(document.path)) continue;
      await run();
      notes.done(document.path);
    } catch (error) {
      // A backend that refuses for now is no fault of the document.
      if (isPortError(error) && error.retryable) continue;
      const noted = notes.add(document.path, error);
      if (!noted || !(isPortError(error) || error instanceof UnreadableDocument)) mistakes.push(error);
    }
  }
}
