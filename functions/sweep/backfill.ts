/**
 * Adds what entities that were written by an earlier version lack: documents by which the sweep finds them, copies that are asked for.
 * After one complete pass it reads one document.
 */
import * as v from 'valibot';
import { pageSchema } from '#domain/page/schema.ts';
import { teamSchema } from '#domain/team/schema.ts';
import { isId } from '#domain/base.ts';
import { teamOf } from '#domain/set-aside/note.ts';
import { fromDocument, toDocument } from '#api/codec.ts';
import { documentPaths, realtimePaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { documentId, limit, orderBy, startAfter } from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { attempt } from '../kernel/attempt.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { planWeeklyDigest, weeklyDigestSchema } from '../readiness/weekly-digest.ts';
import { addShiftTimer } from '../schedules/shift-timer.ts';

const stateSchema = v.object({ after: v.nullable(v.string()), done: v.boolean() });

interface Backfill {
  /** Name of the record of the sweep's progress. */
  readonly name: string;
  readonly collection: string;
  /** Documents of one sweep. */
  readonly portion: number;
  /** Adds what they lack; what is there stays as it is. False: the next sweep begins with these again. */
  add(server: ServerPorts, found: readonly DocSnapshot[]): Promise<boolean>;
}

/** Each in its own transaction. */
const one =
  (add: (work: UnitOfWork, found: DocSnapshot) => Promise<void>): Backfill['add'] =>
  async (server, found) => {
    for (const each of found)
      if (!(await attempt(() => transact(server, (work) => add(work, each))))) return false;
    return true;
  };

const backfill =
  ({ name, collection, portion, add }: Backfill) =>
  async (server: ServerPorts): Promise<void> => {
    const statePath = serverPaths.sweepState(name);
    const none = { after: null, done: false };
    const state = fromDocument(stateSchema, await server.docs.get(statePath)) ?? none;
    if (state.done) return;
    const from = state.after === null ? [] : [startAfter([state.after])];
    const found = await server.docs.find(
      collectionGroup(collection, orderBy(documentId), ...from, limit(portion)),
    );
    if (!(await add(server, found))) return;
    const done = found.length < portion;
    const after = { after: done ? null : (found.at(-1)?.path ?? null), done };
    await server.docs.batch([{ type: 'set', path: statePath, data: toDocument(after) }]);
  };

export const addShiftTimers = backfill({
  name: 'shiftTimers',
  collection: 'schedules',
  portion: 100,
  add: one(async (work, { path, id }) => {
    const teamId = teamOf(path);
    if (teamId !== null) await addShiftTimer(work, teamId, id);
  }),
});

/** Pages that were acknowledged before pages had holders. Saving one is enough. */
export const addHolders = backfill({
  name: 'pageHolders',
  collection: 'pages',
  portion: 100,
  add: one(async (work, { path }) => {
    const page = await work.getReadable(pageSchema, path);
    if (page?.status === 'acknowledged' && page.holders.length === 0) work.save(path, page);
  }),
});

export const addWeeklyDigests = backfill({
  name: 'weeklyDigests',
  collection: 'teams',
  portion: 100,
  add: one(async (work, { id }) => {
    const planned = await work.get(weeklyDigestSchema, serverPaths.weeklyDigest(id, id));
    const team = planned ? null : await work.getReadable(teamSchema, documentPaths.team(id));
    if (team !== null) planWeeklyDigest(work, team);
  }),
});

/** Incidents that were declared before their rooms were copied. An unreadable incident has a room too. */
export const addRooms = backfill({
  name: 'rooms',
  collection: 'incidents',
  portion: 500,
  add: ({ realtime }, found) =>
    attempt(() =>
      realtime.update(
        Object.fromEntries(
          found.flatMap(({ path, id }) => {
            const teamId = teamOf(path);
            return teamId !== null && isId(id) ? [[realtimePaths.existingRoom(teamId, id), true]] : [];
          }),
        ),
      ),
    ),
});
