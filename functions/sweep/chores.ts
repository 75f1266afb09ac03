/**
 * Runs the due items of several collections: each once, in a team one after the other, and no team waits for another one or for what
 * fails.
 */
import { teamOf } from '#domain/set-aside/note.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { isPortError, type PortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { UnreadableDocument } from '#api/codec.ts';
import type { Chore } from './chore.ts';
import { inPages } from './in-pages.ts';
import { SetAsideNotes } from './set-aside-notes.ts';
import { TeamLanes } from './team-lanes.ts';

/** Failures that are not of a single document. */
interface Failures {
  readonly mistakes: unknown[];
  readonly backend: PortError[];
}

/** Bulk work, after everything that people wait for. */
export type Housekeeping = (server: ServerPorts) => Promise<void>;

interface AfterChores {
  /** Housekeeping after all due items, whether single documents failed or not. */
  readonly through: Housekeeping;
  readonly housekeeping: readonly Housekeeping[];
}

/** @throws AggregateError, or the backend's first PortError, once everything else has been done */
export async function runChores(
  server: ServerPorts,
  chores: readonly Chore[],
  { through, housekeeping }: AfterChores,
): Promise<void> {
  const failures: Failures = { mistakes: [], backend: [] };
  const notes = await SetAsideNotes.load(server);
  const teams = new TeamLanes();
  let lookedAt = 0;
  for (const one of chores)
    await guarded(failures, async () => {
      for await (const portion of inPages(server.docs, one))
        for (const [team, found] of Map.groupBy(portion, ({ path }) => teamOf(path)))
          teams.add(team, async () => {
            await runAll(one, found, notes, failures);
            await guarded(failures, () => notes.keep());
          });
      lookedAt++;
    });
  await teams.end();
  if (lookedAt === chores.length) await guarded(failures, () => through(server));
  await guarded(failures, () => notes.review(chores));
  for (const run of housekeeping) await guarded(failures, () => run(server));
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
