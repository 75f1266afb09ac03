/** Deliveries that a killed process has left, and pushes that hang: the sweep sends the first at once, and waits for none of the others. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { minute } from '#domain/constants.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { PortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { FunctionsStage, plainIncident } from '#tests/app/functions/stage.ts';
import { createFunctions } from './index.ts';
import { sweep } from './sweep.ts';

let stage: FunctionsStage;
/** Registrations whose push service does not answer. */
const hanging = new Set<string>();
/** Ends of the requests to those that are under way. */
const requests: (() => void)[] = [];
beforeEach(async () => {
  const { tasks, ...functions } = createFunctions();
  const noTasks = Object.fromEntries(Object.keys(tasks).map((name) => [name, async () => {}]));
  stage = await FunctionsStage.open({ ...functions, tasks: noTasks, schedules: {} });
  const { push } = stage.server;
  const send: ServerPorts['push']['send'] = async (registration, message) => {
    if (hanging.has(registration)) {
      await new Promise<void>((resolve) => requests.push(resolve));
      throw new PortError('unavailable', 'The push service did not answer.');
    }
    return push.send(registration, message);
  };
  Object.assign(stage.server, { push: { ...push, send } });
});
afterEach(async () => {
  hanging.clear();
  for (const end of requests.splice(0)) end();
  await settle();
  await stage.close();
});

/** A member with a device, and the pages pushed to it. */
async function reachable(who: string) {
  const client = await stage.person(who);
  const { id: registration } = await client.messaging.register({ ask: true });
  await stage.call(who, 'registerDevice', {
    ...{ deviceId: `${who}-phone`, registration, label: 'Phone', userAgent: '' },
  });
  const received: string[] = [];
  client.messaging.onMessage(({ data }) => {
    if (data?.['kind'] === 'page') received.push(data['pageId'] ?? '');
  });
  return { registration, received };
}

/** `hangs` for work that is still under way once everything that can go on has done so. */
async function endOf(work: Promise<void>): Promise<'ended' | 'hangs'> {
  const hangs = async () => {
    for (let turn = 0; turn < 100; turn++) await settle();
    return 'hangs' as const;
  };
  return Promise.race([work.then(() => 'ended' as const), hangs()]);
}

/** An incident that pages these members; nothing waits for its pushes. */
async function pageOf(...people: string[]): Promise<void> {
  void stage.call('amara', 'declareIncident', {
    ...plainIncident,
    page: [{ kind: 'people', userIds: people }],
  });
  await stage.cloud.advance(1);
}

test('the first sweep of the only process sends what a killed process has left', async () => {
  const { registration, received } = await reachable('lena');
  hanging.add(registration);
  await pageOf('lena');
  hanging.clear();
  await stage.cloud.advance(1);
  await sweep(stage.server);
  await settle();
  expect(received).toEqual([]);
  await sweep(stage.server, null, stage.cloud.clock.now());
  await settle();
  expect(received).toHaveLength(1);
});

test('a process that shares its data sends a delivery again after 30 s', async () => {
  const { registration, received } = await reachable('lena');
  hanging.add(registration);
  await pageOf('lena');
  hanging.clear();
  await stage.cloud.advance(minute / 2);
  await sweep(stage.server);
  await settle();
  expect(received).toHaveLength(1);
});

test('a push service that does not answer holds up neither the sweep nor the pages of others', async () => {
  const lena = await reachable('lena');
  const kwame = await reachable('kwame');
  hanging.add(lena.registration).add(kwame.registration);
  await pageOf('lena');
  await pageOf('kwame');
  hanging.delete(kwame.registration);
  await stage.cloud.advance(minute / 2);
  expect(await endOf(sweep(stage.server))).toBe('ended');
  await settle();
  expect(kwame.received).toHaveLength(1);
  // One attempt per delivery is under way.
  const before = requests.length;
  expect(await endOf(sweep(stage.server))).toBe('ended');
  await settle();
  expect(requests).toHaveLength(before);
});

test('a sweep that escalates a page does not wait for its pushes', async () => {
  const lena = await reachable('lena');
  await pageOf('lena');
  hanging.add(lena.registration);
  await stage.cloud.advance(6 * minute);
  expect(await endOf(sweep(stage.server))).toBe('ended');
  await settle();
  expect(requests.length).toBeGreaterThan(0);
});
