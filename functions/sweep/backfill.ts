/**
 * Adds the documents by which the sweep finds entities that were written without them. After one complete pass it reads one
 * document.
 */
import * as v from 'valibot';
import { teamSchema } from '#domain/team/schema.ts';
import { teamOf } from '#domain/set-aside/note.ts';
import { fromDocument, toDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { collectionGroup, documentId, limit, orderBy, startAfter } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { attempt } from '../kernel/attempt.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { planWeeklyDigest, weeklyDigestSchema } from '../readiness/weekly-digest.ts';
import { addShiftTimer } from '../schedules/shift-timer.ts';

const portion = 100;
const stateSchema = v.object({ after: v.nullable(v.string()), done: v.boolean() });

interface Backfill {
  /** Name of the record of the sweep's progress. */
  readonly name: string;
  readonly collection: string;
  /** Adds the document; an existing one stays as it is. */
  add(work: UnitOfWork, found: DocSnapshot): Promise<void>;
}

const backfill =
  ({ name, collection, add }: Backfill) =>
  async (server: ServerPorts): Promise<void> => {
    const statePath = documentPaths.sweepState(name);
    const none = { after: null, done: false };
    const state = fromDocument(stateSchema, await server.docs.get(statePath)) ?? none;
    if (state.done) return;
    const from = state.after === null ? [] : [startAfter([state.after])];
    const found = await server.docs.find(
      collectionGroup(collection, orderBy(documentId), ...from, limit(portion)),
    );
    // The next sweep begins with this portion again.
    for (const one of found) if (!(await attempt(() => transact(server, (work) => add(work, one))))) return;
    const done = found.length < portion;
    const after = { after: done ? null : (found.at(-1)?.path ?? null), done };
    await server.docs.batch([{ type: 'set', path: statePath, data: toDocument(after) }]);
  };

export const addShiftTimers = backfill({
  name: 'shiftTimers',
  collection: 'schedules',
  async add(work, { path, id }) {
    const teamId = teamOf(path);
    if (teamId !== null) await addShiftTimer(work, teamId, id);
  },
});

export const addWeeklyDigests = backfill({
  name: 'weeklyDigests',
  collection: 'teams',
  async add(work, { id }) {
    const planned = await work.get(weeklyDigestSchema, documentPaths.weeklyDigest(id, id));
    const team = planned ? null : await work.getReadable(teamSchema, documentPaths.team(id));
    if (team !== null) planWeeklyDigest(work, team);
  },
});
