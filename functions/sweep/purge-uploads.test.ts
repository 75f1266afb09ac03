import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentPaths, storagePaths } from '#api/paths.ts';
import { day } from '#domain/constants.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { PortError } from '#ports/errors.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { sweep } from '../sweep.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
});
afterEach(() => stage.close());

const bytes = Uint8Array.of(1, 2, 3);
const upload = (path: string) => stage.server.storage.write(path, bytes);
const isStored = async (path: string) => (await stage.server.storage.read(path)) !== null;
const fileOf = (id: string) => storagePaths.attachment(teamId, 'room', id, 'log.txt');

const record = (id: string, path: string) =>
  stage.save(documentPaths.attachment(teamId, 'room', id), {
    ...{ id, teamId, createdAt: stage.server.clock.now(), createdBy: 'diego', revision: 1 },
    ...{ incidentId: 'room', name: 'log.txt', type: 'text/plain', size: 3, path },
  });

/** Two sweeps: one for the files of teams, one for pictures. */
async function sweepAll() {
  await sweep(stage.server);
  await sweep(stage.server);
}

test('a file without a record is removed after a day', async () => {
  await upload(fileOf('lost'));
  await upload(fileOf('recorded'));
  await record('recorded', fileOf('recorded'));
  await upload(fileOf('elsewhere'));
  await record('elsewhere', fileOf('recorded'));
  await stage.cloud.advance(day - 60_000);
  await upload(fileOf('fresh'));
  await sweepAll();
  expect(await isStored(fileOf('lost'))).toBe(true);
  await stage.cloud.advance(day);
  await sweepAll();
  const stored = ['lost', 'recorded', 'elsewhere', 'fresh'].map(async (id) => isStored(fileOf(id)));
  expect(await Promise.all(stored)).toEqual([false, true, false, true]);
});

test('a picture that no team shows is removed, and unknown files stay', async () => {
  const path = documentPaths.member(teamId, 'diego');
  const member = await stage.get(memberSchema, path);
  await stage.save(path, { ...member, picture: 'shown' });
  const others = ['users/diego/other', 'teams/export.json', `teams/${teamId}/incidents/room/file`];
  const pictures = ['shown', 'former'].map((id) => storagePaths.picture('diego', id));
  const stranger = storagePaths.picture('nobody', 'left');
  for (const one of [...others, ...pictures, stranger]) await upload(one);
  await stage.cloud.advance(day + 60_000);
  await sweepAll();
  const stored = [...others, ...pictures, stranger].map(isStored);
  expect(await Promise.all(stored)).toEqual([true, true, true, true, false, false]);
});

test('a large storage is checked in portions, also after a crash, then pauses for a day', async () => {
  for (let n = 0; n < 450; n++) await upload(fileOf(`lost-${n}`));
  await stage.cloud.advance(day + 60_000);
  const left = async () => (await stage.server.storage.list('teams')).objects.length;
  await sweep(stage.server);
  expect(await left()).toBe(250);
  await sweep(stage.server);
  await sweep(stage.server);
  expect(await left()).toBe(0);
  await sweep(stage.server);
  await upload(fileOf('later'));
  await stage.cloud.advance(day / 2);
  await sweepAll();
  await stage.cloud.advance(day / 2 + 60_000);
  expect(await left()).toBe(1);
  await sweepAll();
  expect(await left()).toBe(0);
});

test('a failed removal is retried by the next run', async () => {
  await upload(fileOf('lost'));
  await stage.cloud.advance(day + 60_000);
  const broken = {
    ...stage.server,
    storage: {
      ...stage.server.storage,
      remove: () => Promise.reject(new PortError('unavailable', 'The storage is down.')),
    },
  };
  expect(await errorOf(sweep(broken))).toMatchObject({ code: 'unavailable' });
  expect(await isStored(fileOf('lost'))).toBe(true);
  await sweep(stage.server);
  expect(await isStored(fileOf('lost'))).toBe(false);
});
