/** Gives a timer to schedules that were written past the commands, or before there were timers. Once through, it reads one document. */
import * as v from 'valibot';
import { documentPaths } from '#api/paths.ts';
import { teamOf } from '#domain/set-aside/note.ts';
import { fromDocument, toDocument } from '#api/codec.ts';
import { collectionGroup, documentId, limit, orderBy, startAfter } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { attempt } from '../kernel/attempt.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { addShiftTimer } from '../schedules/shift-timer.ts';

const portion = 100;
const stateSchema = v.object({ after: v.nullable(v.string()), done: v.boolean() });
const statePath = documentPaths.sweepState('shiftTimers');

export async function addShiftTimers(server: ServerPorts): Promise<void> {
  const state = fromDocument(stateSchema, await server.docs.get(statePath)) ?? { after: null, done: false };
  if (state.done) return;
  const from = state.after === null ? [] : [startAfter([state.after])];
  const found = await server.docs.find(
    collectionGroup('schedules', orderBy(documentId), ...from, limit(portion)),
  );
  for (const { path, id } of found) {
    const teamId = teamOf(path);
    const add = async () => {
      if (teamId !== null) await transact(server, (work) => addShiftTimer(work, teamId, id));
    };
    // The next sweep begins with this portion again.
    if (!(await attempt(add))) return;
  }
  const after = { after: found.at(-1)?.path ?? state.after, done: found.length < portion };
  await server.docs.batch([{ type: 'set', path: statePath, data: toDocument(after) }]);
}
