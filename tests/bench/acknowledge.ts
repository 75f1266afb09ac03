/**
 * `npm run bench:acknowledge`: what acknowledging a page costs that asks 10 people with 2 devices each, whose notifications it closes: calls of
 * ports, and the time until the answer where each call takes as long as one to a hosted backend. `--label=NAME` names the run. To compare
 * with another commit, run it in a checkout of that with this file copied into it.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { toDocument } from '#api/codec.ts';
import { keyRecord } from '#api/ingest-key.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { createFunctions } from '#functions/index.ts';
import { createCanceller } from '#provider-kit/cancel.ts';
import { query } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';

const label = process.argv.find((arg) => arg.startsWith('--label='))?.slice('--label='.length) ?? 'here';
const teamId = 'bench';
const key = 'key-of-the-bench'.padEnd(32, '0');
const people = Array.from({ length: 10 }, (_, index) => `person-${index}`);
const devicesEach = 2;
const rounds = 9;
/** Time that each call of a port takes. */
const callMs = 10;
const indexes = readFileSync(new URL('../../firestore.indexes.json', import.meta.url), 'utf8');
const functions = createFunctions();

function documentsAt(now: number): readonly (readonly [path: string, entity: object])[] {
  const base = { teamId, createdAt: now, createdBy: 'person-0', revision: 1 };
  const targets = people.map((userId) => ({ kind: 'person', userId }));
  const step = { targets, delayMinutes: 5, mode: 'all', acknowledgedBy: 'any' };
  const name = { name: 'Bench', description: '' };
  const sender = { ...base, id: 'sender', name: 'Bench', serviceId: 'service', kind: 'pagerduty' as const };
  const integration = { ...sender, keyEnding: key.slice(-4), lastEventAt: null, revokedAt: null };
  const team = { ...base, id: teamId, name: 'Bench', slug: teamId, timezone: 'UTC', demonstration: false };
  const times = { lastShownAt: null, lastDrillAt: null, lostAt: null };
  const about = { label: 'Phone', userAgent: '', ...times };
  return [
    [documentPaths.team(teamId), { ...team, fallbackPeople: ['person-0'], lastIncidentNumber: 0 }],
    [documentPaths.policy(teamId, 'policy'), { ...base, id: 'policy', name: 'P', steps: [step], repeat: 0 }],
    [documentPaths.service(teamId, 'service'), { ...base, id: 'service', ...name, policyId: 'policy' }],
    [documentPaths.integration(teamId, 'sender'), integration],
    keyRecord(key, integration),
    ...people.flatMap((id): (readonly [string, object])[] => [
      [
        documentPaths.member(teamId, id),
        { ...base, id, displayName: id, timezone: 'UTC', role: 'responder' },
      ],
      ...Array.from({ length: devicesEach }, (_, index): readonly [string, object] => {
        const deviceId = `${id}-${index}`;
        const device = { ...base, ...about, id: deviceId, userId: id, registration: `r-${deviceId}` };
        return [documentPaths.device(teamId, deviceId), device];
      }),
    ]),
  ];
}

/** Calls by port and method. */
type Calls = Map<string, number>;

/** Ports of which each call is counted and takes a while. Reads within a transaction count with it. */
function slowed(server: ServerPorts, calls: Calls, ms: number): ServerPorts {
  const slow = <T extends object>(name: string, port: T): T =>
    new Proxy(port, {
      get(target, method, receiver) {
        const member: unknown = Reflect.get(target, method, receiver);
        if (typeof member !== 'function') return member;
        return async (...args: unknown[]) => {
          const what = `${name}.${String(method)}`;
          calls.set(what, (calls.get(what) ?? 0) + 1);
          await wait(ms);
          const value: unknown = await Reflect.apply(member, target, args);
          return value;
        };
      },
    });
  const { docs, push, realtime, tasks } = server;
  return {
    ...server,
    docs: slow('docs', docs),
    push: {
      ...push,
      send: slow('push', { send: () => Promise.resolve({ id: 'sent', pushService: null }) }).send,
    },
    realtime: slow('realtime', realtime),
    tasks: slow('tasks', tasks),
  };
}

async function acknowledge(ms: number): Promise<{ readonly calls: Calls; readonly took: number }> {
  const cloud = new FakeCloud({ functions, indexes });
  const { server } = cloud;
  await server.docs.batch(
    documentsAt(server.clock.now()).map(([path, entity]) => ({
      type: 'set',
      path,
      data: toDocument(entity),
    })),
  );
  const payload = { summary: 'Disk is full', source: 'bench', severity: 'critical' };
  const body = { routing_key: key, event_action: 'trigger', dedup_key: 'disk', payload };
  const request = { method: 'POST', path: '/v2/enqueue', headers: {}, body: JSON.stringify(body) };
  await functions.http(request, slowed(server, new Map(), 0));
  await wait(50);
  await settle();
  const [page] = await server.docs.find(query(collectionPaths.pages(teamId)));
  const pageId = page?.path.split('/').at(-1);
  const command = functions.callables['acknowledgePage'];
  if (pageId === undefined || !command) throw new Error('The alert has paged nobody.');
  const calls: Calls = new Map();
  const context = {
    ...slowed(server, calls, ms),
    caller: { uid: 'person-0', claims: {} },
    signal: createCanceller().signal,
    send: () => {},
  };
  const began = performance.now();
  await command({ teamId, commandId: 'acknowledge', pageId }, context);
  const took = performance.now() - began;
  cloud.dispose();
  return { calls, took };
}

const runs = [];
for (let round = 0; round < rounds; round++) runs.push(await acknowledge(callMs));
const [one] = runs;
const times = runs.map(({ took }) => took).toSorted((a, b) => a - b);
const figures = [...(one?.calls ?? [])].toSorted().map(([what, times]) => `${what} ${times}`);
const all = [...(one?.calls.values() ?? [])].reduce((sum, count) => sum + count, 0);
console.log(`${label}: ${all} calls (${figures.join(', ')})`);
console.log(
  `${label}: answered after ${Math.round(times[Math.floor(rounds / 2)] ?? 0)} ms, ${callMs} ms a call (${times.map(Math.round).join(', ')})`,
);
