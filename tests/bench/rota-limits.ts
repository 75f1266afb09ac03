/**
 * Processor time of the largest schedules that can be saved: saved by the command, with everything that follows from it, and as a feed that
 * a program asks for. A part of `npm run bench:rota`; alone: `node tests/bench/rota-limits.ts`.
 */
import { readFileSync } from 'node:fs';
import { constants, day, limits } from '#domain/constants.ts';
import { requestCover } from '#domain/cover/transitions.ts';
import type { Layer, Schedule } from '#domain/schedule/schema.ts';
import { feedIdOf, feedPath } from '#api/feed-secret.ts';
import { toDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { createFunctions } from '#functions/index.ts';
import { createCanceller } from '#provider-kit/cancel.ts';
import { changesOf, largestSchedules } from './year/largest.ts';

const rounds = 9;
const teamId = 'bench';
const secret = 'ab'.repeat(20);
/** Goals, in milliseconds of processor time. */
const goals = { feed: 50, save: 100 } as const;

async function processorTime(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

const shown = (ms: number, goal: number): string =>
  `${ms.toFixed(1)} ms${ms <= goal ? '' : ` (more than the goal of ${goal} ms)`}`;

const people = Array.from({ length: limits.peoplePerLayer }, (_, index) => `person-${index}`);
const functions = createFunctions();
const indexes = readFileSync(new URL('../../firestore.indexes.json', import.meta.url), 'utf8');

/** A cloud with a team of so many people. */
async function openTeam(): Promise<FakeCloud> {
  const cloud = new FakeCloud({ functions, indexes });
  const base = { teamId, createdAt: cloud.clock.now(), createdBy: 'person-0', revision: 1 };
  const team = {
    ...{ ...base, id: teamId, name: 'Bench', slug: teamId, timezone: 'UTC', demonstration: false },
    ...{ fallbackPeople: ['person-0'], lastIncidentNumber: 0 },
  };
  const entities: readonly (readonly [string, object])[] = [
    [documentPaths.team(teamId), team],
    ...people.map(
      (id) =>
        [
          documentPaths.member(teamId, id),
          { ...base, id, displayName: id, timezone: 'UTC', role: 'admin' },
        ] as const,
    ),
  ];
  await cloud.server.docs.batch(
    entities.map(([path, entity]) => ({ type: 'set' as const, path, data: toDocument(entity) })),
  );
  return cloud;
}

async function measure(name: string, layers: Layer[]): Promise<void> {
  const cloud = await openTeam();
  const { server } = cloud;
  let given = 0;
  const call = async (command: 'saveSchedule' | 'createFeed', input: object) => {
    given += 1;
    const context = {
      ...{ ...server, caller: { uid: 'person-0', claims: { auth_time: cloud.clock.now() / 1_000 } } },
      ...{ signal: createCanceller().signal, send: () => undefined },
    };
    await functions.callables[command]?.({ ...input, teamId, commandId: `command-${given}` }, context);
  };
  const path = feedPath({ teamId, secret });
  const read = () => functions.http({ method: 'GET', path, headers: {}, body: '' }, server);
  let revision = 0;
  const save = async () => {
    const [first, ...others] = layers;
    // The people of a layer change, so that shifts move and a version is added.
    const moved = [...(first?.people.slice(1) ?? []), ...(first?.people.slice(0, 1) ?? [])];
    layers = first === undefined ? [] : [{ ...first, people: moved }, ...others];
    await call('saveSchedule', {
      ...{ scheduleId: 'largest', name: 'Largest', timezone: 'Europe/Berlin', layers, takesEffectAt: null },
      ...(revision > 0 && { expectedRevision: revision }),
    });
    revision += 1;
  };
  await save();
  await call('createFeed', { feedId: feedIdOf(secret), scope: 'schedule', scheduleId: 'largest' });
  const [saves, feeds, again]: [number[], number[], number[]] = [[], [], []];
  let shifts = 0;
  for (let round = 0; round < rounds; round += 1) {
    await cloud.advance(60_000);
    saves.push(await processorTime(save));
    feeds.push(
      await processorTime(async () => {
        shifts = (await read()).body.split('BEGIN:VEVENT').length - 1;
      }),
    );
    again.push(await processorTime(read));
  }
  cloud.dispose();
  console.log(`${name}: ${changesOf(layers)}, ${shifts} shifts in its feed`);
  console.log(`  saved ${shown(median(saves), goals.save)}`);
  console.log(`  its feed ${shown(median(feeds), goals.feed)}, unchanged ${median(again).toFixed(1)} ms`);
}

/** Cover that somebody asks for until the end of all times, of a shift that ends in a week. */
async function measureCover(): Promise<void> {
  const now = Date.UTC(2026, 0, 5, 9);
  const schedule: Schedule = {
    ...{
      id: 's',
      teamId: 't',
      createdAt: now,
      createdBy: 'p',
      revision: 1,
      name: 'S',
      timezone: 'Europe/Berlin',
    },
    layers: [
      {
        ...{ name: 'Weekly', people: ['p', 'q'], startsAt: now - 700 * day, unit: 'week', every: 1 },
        ...{ restrictions: [], shadow: false },
      },
    ],
  };
  const content = { id: 'r', teamId: 't', scheduleId: 's', userId: 'p', asked: null, note: '' };
  for (const [name, endsAt] of [
    ['the year 9999', Date.UTC(9999, 11, 31)],
    [`${constants.movedShiftDays} days ahead`, now + constants.movedShiftDays * day],
  ] as const) {
    const time = await processorTime(async () => {
      requestCover({ ...content, startsAt: now, endsAt }, { schedule, overrides: [] }, [], { now, by: 'p' });
    });
    console.log(`cover asked for until ${name}: ${time.toFixed(1)} ms`);
  }
}

await measureCover();
for (const [name, layers] of largestSchedules(people)) await measure(name, layers);
