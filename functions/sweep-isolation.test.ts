/** Isolation: any number of documents that can't be read, or that fail, delays no other. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { constants, minute } from '#domain/constants.ts';
import { pageSchema, type Page } from '#domain/page/schema.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { setAsideSchema } from '#domain/set-aside/schema.ts';
import { directPolicy } from '#domain/page/frozen-policy.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { PortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from './index.ts';
import { toDocument } from '#api/codec.ts';
import { sweep } from './sweep.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
});
afterEach(() => stage.close());

const teams = [teamId, 'birch', 'cedar'];

/** Two more teams, whose only member pages are about. */
async function foundTeams() {
  const own = await stage.get(teamSchema, documentPaths.team(teamId));
  const owner = await stage.get(memberSchema, documentPaths.member(teamId, 'amara'));
  for (const id of teams.slice(1)) {
    await stage.save(documentPaths.team(id), { ...own, id, teamId: id, slug: id, fallbackPeople: [] });
    await stage.save(documentPaths.member(id, 'amara'), { ...owner, teamId: id });
  }
}

function duePage(team: string, id: string, nextAt: number, more: object = {}): Page {
  return {
    id,
    teamId: team,
    createdAt: nextAt,
    createdBy: 'system',
    revision: 1,
    private: false,
    people: [],
    subject: { kind: 'alert', alertId: 'a' },
    incidentId: null,
    summary: id,
    urgency: 'high',
    policyId: null,
    policy: directPolicy(['amara'], constants),
    turn: 0,
    acknowledgeTimeoutMinutes: 0,
    status: 'notifying',
    phase: 'policy',
    step: 0,
    loop: 0,
    nextAt,
    waitingFor: ['amara'],
    notified: [{ userId: 'amara', times: 1, firstAt: nextAt, lastAt: nextAt }],
    acknowledgements: [],
    declined: [],
    endedAt: null,
    ...more,
  };
}

const saveAll = async (found: readonly Page[]) => {
  const writes = found.map((one) => ({
    type: 'set' as const,
    path: documentPaths.page(one.teamId, one.id),
    data: toDocument(one),
  }));
  for (let from = 0; from < writes.length; from += 400)
    await stage.server.docs.batch(writes.slice(from, from + 400));
};

/** Adds `count` pages of another version to each team, due before a valid one. */
async function badBeforeGood(count: number, more: object = { status: 'levitating' }) {
  await foundTeams();
  const now = stage.cloud.clock.now();
  await saveAll(
    teams.flatMap((team) =>
      Array.from({ length: count }, (_, index) => duePage(team, `bad-${index}`, now - 2 * minute, more)),
    ),
  );
  await saveAll(teams.map((team) => duePage(team, 'good', now - minute)));
}
const goodOnes = () =>
  Promise.all(teams.map((team) => stage.get(pageSchema, documentPaths.page(team, 'good'))));

const notes = () => stage.all(setAsideSchema, collectionPaths.setAside(teamId));

/** The server, on which every transaction that reads a page of the demonstration team is refused for good. */
function refusingTeam(): ServerPorts {
  const { server } = stage;
  const refused = `${collectionPaths.pages(teamId)}/`;
  const transaction: typeof server.docs.transaction = (run) =>
    server.docs.transaction((own) =>
      run({
        ...own,
        get: (path) =>
          path.startsWith(refused)
            ? Promise.reject(new PortError('failed-precondition', 'It can’t be done.'))
            : own.get(path),
      }),
    );
  return { ...server, docs: { ...server.docs, transaction } };
}

test.each([70, 200, 1_000])(
  '%i unreadable pages in each of three teams delay no other page',
  async (count) => {
    await badBeforeGood(count);
    await sweep(stage.server);
    expect((await goodOnes()).map(({ loop }) => loop)).toEqual([1, 1, 1]);
  },
);

test('failing pages delay no other page', async () => {
  await badBeforeGood(250, {});
  await sweep(refusingTeam());
  expect((await goodOnes()).map(({ loop }) => loop)).toEqual([0, 1, 1]);
});

test('failing pages delay no other page in the provider’s schedule', async () => {
  await stage.close();
  stage = await FunctionsStage.open();
  await badBeforeGood(250);
  await stage.cloud.advance(minute);
  expect((await goodOnes()).map(({ loop }) => loop)).toEqual([1, 1, 1]);
});

test('an unreadable document is recorded without its content and stays unchanged', async () => {
  await badBeforeGood(1);
  const path = documentPaths.page(teamId, 'bad-0');
  const before = await stage.server.docs.get(path);
  await sweep(stage.server);
  expect(await stage.server.docs.get(path)).toEqual(before);
  const [note, ...others] = await notes();
  expect(others).toEqual([]);
  const now = stage.cloud.clock.now();
  expect(note).toMatchObject({ teamId, path, kind: 'unreadable', reason: 'status', createdAt: now });
  expect(JSON.stringify(note)).not.toContain('levitating');
});

test('a document whose team or id differs from its path is unreadable', async () => {
  await badBeforeGood(0);
  const own = duePage(teamId, 'moved', stage.cloud.clock.now());
  await stage.save(documentPaths.page(teamId, 'moved'), { ...own, teamId: 'birch' });
  await stage.save(documentPaths.page(teamId, 'renamed'), own);
  await sweep(stage.server);
  expect((await notes()).map(({ reason }) => reason).sort()).toEqual(['id', 'teamId']);
});

test('a team with an unusable id delays no other team and is reported in the end', async () => {
  await badBeforeGood(0);
  const own = duePage('!.1', 'odd', 0);
  await stage.server.docs.batch([{ type: 'set', path: 'teams/!.1/pages/odd', data: toDocument(own) }]);
  await expect(sweep(stage.server)).rejects.toThrow(AggregateError);
  expect((await goodOnes()).map(({ loop }) => loop)).toEqual([1, 1, 1]);
});

test('a repaired document is processed at once, and its record is removed', async () => {
  await badBeforeGood(1);
  await sweep(stage.server);
  await saveAll([duePage(teamId, 'bad-0', stage.cloud.clock.now())]);
  await sweep(stage.server);
  expect((await stage.page('bad-0')).loop).toBe(1);
  expect(await notes()).toEqual([]);
});

test('the pause after a failure grows from 1 to 60 minutes and ends with a success', async () => {
  await badBeforeGood(0);
  const tried: number[] = [];
  const start = stage.cloud.clock.now();
  for (let at = 0; at <= 200; at++) {
    // Nothing is stored in memory: each sweep begins anew.
    await sweep(refusingTeam());
    const lastAt = (await notes())[0]?.lastAt;
    if (lastAt === stage.cloud.clock.now()) tried.push((lastAt - start) / minute);
    await stage.cloud.advance(minute);
  }
  expect(tried).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
  const path = documentPaths.page(teamId, 'good');
  expect(await notes()).toMatchObject([
    { path, kind: 'failing', reason: 'failed-precondition', attempts: 9 },
  ]);
  await stage.cloud.advance(60 * minute);
  await sweep(stage.server);
  expect(await notes()).toEqual([]);
  expect((await stage.page('good')).loop).toBeGreaterThan(0);
});

test('endless work of one team delays no work of another', async () => {
  await badBeforeGood(0);
  const { server } = stage;
  const now = stage.cloud.clock.now();
  // The last of all chores.
  const digest = (team: string) => serverPaths.weeklyDigest(team, team);
  for (const team of teams)
    await stage.save(digest(team), { id: team, teamId: team, dueAt: now - minute, revision: 1 });
  const slow = Promise.withResolvers<void>();
  const transaction: typeof server.docs.transaction = (run) =>
    server.docs.transaction(async (own) => {
      const get: typeof own.get = async (path) => {
        if (path === documentPaths.page(teamId, 'good')) await slow.promise;
        return own.get(path);
      };
      return run({ ...own, get });
    });
  const enqueued: string[] = [];
  const enqueue: typeof server.tasks.enqueue = async (name, payload, options) => {
    enqueued.push(JSON.stringify(payload));
    await server.tasks.enqueue(name, payload, options);
  };
  const swept = sweep({ ...server, docs: { ...server.docs, transaction }, tasks: { enqueue } });
  await settle();
  expect((await goodOnes()).map(({ loop }) => loop)).toEqual([0, 1, 1]);
  const digests = () => teams.map((team) => enqueued.includes(JSON.stringify({ teamId: team })));
  expect(digests()).toEqual([false, true, true]);
  slow.resolve();
  await swept;
  expect(digests()).toEqual([true, true, true]);
});

test('a temporary failure of the backend is not recorded for a document', async () => {
  await badBeforeGood(0);
  const refusing = () => Promise.reject(new PortError('resource-exhausted', 'Too much.'));
  const { server } = stage;
  await sweep({ ...server, docs: { ...server.docs, transaction: refusing } });
  expect(await notes()).toEqual([]);
  await sweep(server);
  expect((await goodOnes()).map(({ loop }) => loop)).toEqual([1, 1, 1]);
});

test('a failed query delays no other work and is reported in the end', async () => {
  await badBeforeGood(0);
  const { server } = stage;
  const find: typeof server.docs.find = (asked) =>
    asked.collection === 'alerts'
      ? Promise.reject(new PortError('failed-precondition', 'An index is missing.'))
      : server.docs.find(asked);
  const change = serverPaths.accessChange(teamId, 'member', 'amara');
  await stage.save(change, {
    teamId,
    createdAt: 0,
    createdBy: 'system',
    revision: 1,
    kind: 'member',
    subjectId: 'amara',
  });
  await expect(sweep({ ...server, docs: { ...server.docs, find } })).rejects.toThrow('An index is missing.');
  expect((await server.docs.get(change)).data).toBeNull();
});

test('a record about a removed or repaired document is removed', async () => {
  await badBeforeGood(2);
  await sweep(stage.server);
  const gone = documentPaths.page(teamId, 'bad-0');
  await stage.server.docs.batch([{ type: 'delete', path: gone }]);
  await saveAll([duePage(teamId, 'bad-1', 0, { nextAt: null, status: 'cancelled' })]);
  await stage.cloud.advance(minute);
  await sweep(stage.server);
  expect(await notes()).toEqual([]);
});
