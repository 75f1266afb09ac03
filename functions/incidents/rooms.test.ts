/** Presence only in rooms of incidents: the realtime database's copy of which there are, under the deployed rules. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { incidentSchema } from '#domain/incident/schema.ts';
import { collectionPaths, documentPaths, realtimePaths } from '#api/paths.ts';
import type { Json } from '#ports/shared.ts';
import { PortError } from '#ports/errors.ts';
import { serverTime } from '#ports/realtime/realtime.ts';
import { FunctionsStage, errorOf, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { sweep } from '../sweep.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
});
afterEach(() => stage.close());

const declare = (more: Parameters<FunctionsStage['declare']>[1] = {}) => stage.declare('diego', more);
/** Null, or the code of the refusal. */
const enter = async (who: string, incidentId: string, slot = 0) => {
  const { realtime } = await stage.person(who);
  const entry = { userId: who, connectionId: 'tab', doing: 'looking', seenAt: serverTime() };
  return realtime.set(realtimePaths.presence(teamId, incidentId, who, slot), entry).then(
    () => null,
    (error: { readonly code: string }) => error.code,
  );
};
const copied = async () =>
  Object.keys(((await stage.server.realtime.get(`access/${teamId}/rooms`)) ?? {}) as Record<string, Json>);

test('presence in 2,000 missing rooms is denied', async () => {
  const invented = Array.from({ length: 2_000 }, (_, index) => `invented-${index}`);
  const outcomes = await Promise.all(invented.map((incidentId) => enter('diego', incidentId)));
  expect(new Set(outcomes)).toEqual(new Set(['permission-denied']));
  expect(await stage.server.realtime.get(realtimePaths.teamPresence(teamId))).toBeNull();
});

test.each([false, true])(
  'a room accepts presence when its incident is declared (private: %s)',
  async (is) => {
    const { incidentId } = await declare({ private: is });
    expect(await enter('diego', incidentId)).toBeNull();
    expect(await enter('lena', incidentId)).toBe(is ? 'permission-denied' : null);
  },
);

test('a room accepts presence in every status of its incident', async () => {
  const { incidentId } = await declare();
  const into = await declare();
  for (const to of ['investigating', 'resolved', 'closed'] as const) {
    await stage.call('diego', 'transitionIncident', { incidentId, to, note: '' });
    expect(await enter('lena', incidentId)).toBeNull();
  }
  const merged = await declare();
  await stage.call('diego', 'mergeIncidents', { incidentId: merged.incidentId, intoId: into.incidentId });
  expect(await enter('lena', merged.incidentId)).toBeNull();
});

test('the sweep creates the room of a declaration that crashed after its commit', async () => {
  const commandId = 'declare';
  const operation = 'call:declareIncident';
  stage.cloud.faults.inject({ kind: 'crash', service: 'functions', operation, afterWrites: 1 });
  expect((await errorOf(declare({ commandId }))).code).toBe('unavailable');
  const { incidentId } = await declare({ commandId });
  expect(await enter('diego', incidentId)).toBe('permission-denied');
  await sweep(stage.server);
  expect(await enter('diego', incidentId)).toBeNull();
});

test('incidents of the demonstration’s history have rooms', async () => {
  const ids = (await stage.all(incidentSchema, collectionPaths.incidents(teamId))).map(({ id }) => id);
  expect(ids).toHaveLength(4);
  expect((await copied()).toSorted()).toEqual(ids.toSorted());
});

test('incidents declared by an earlier version get rooms, including unreadable ones', async () => {
  const first = await stage.incident((await declare()).incidentId);
  const ids = Array.from({ length: 1_100 }, (_, index) => `old-${index}`);
  for (const [index, id] of ids.entries())
    await stage.save(documentPaths.incident(teamId, id), {
      ...first,
      id,
      ...(index === 0 ? { status: 'levitating' } : {}),
    });
  await stage.server.realtime.update({ [`access/${teamId}/rooms`]: null });
  expect(await enter('diego', 'old-7')).toBe('permission-denied');
  const rooms = [];
  for (let run = 0; run < 4; run++) {
    await sweep(stage.server).catch(() => {});
    rooms.push((await copied()).length);
  }
  expect(rooms).toEqual([500, 1_000, 1_105, 1_105]);
  expect(await enter('diego', 'old-7')).toBeNull();
  expect(await enter('diego', 'old-0')).toBeNull();
});

test('rooms that failed to be created are created by the next sweep', async () => {
  await stage.server.realtime.update({ [`access/${teamId}/rooms`]: null });
  const { realtime } = stage.server;
  const update: typeof realtime.update = (values) =>
    Object.keys(values).some((path) => path.includes('/rooms/'))
      ? Promise.reject(new PortError('unavailable', 'No answer.'))
      : realtime.update(values);
  await sweep({ ...stage.server, realtime: { ...realtime, update } });
  expect(await copied()).toEqual([]);
  await sweep(stage.server);
  expect(await copied()).toHaveLength(4);
});
