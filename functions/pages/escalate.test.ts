import { afterEach, describe, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { constants, minute } from '#domain/constants.ts';
import type { Page } from '#domain/page/schema.ts';
import { nextHandOver } from '#domain/schedule/rota.ts';
import { scheduleSchema } from '#domain/schedule/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { createFunctions } from '#functions/index.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { sweep } from '../sweep.ts';

let stage: FunctionsStage;
afterEach(() => stage.close());

const all = createFunctions();
const deaf = Object.fromEntries(Object.keys(all.tasks).map((name) => [name, async () => {}]));
const sweepMs = constants.engineTickSeconds * 1000;

/** Causes of engine runs, with their greatest delay. */
const wakings: readonly (readonly [string, FunctionSet, number])[] = [
  ['tasks and sweep', all, 0],
  ['tasks alone', { ...all, schedules: {} }, 0],
  ['the sweep alone', { ...all, tasks: deaf }, sweepMs],
];

async function paged(functions: FunctionSet): Promise<() => Promise<Page>> {
  stage = await FunctionsStage.open(functions);
  // Off the minute, so that the sweep never happens to come at the right moment.
  await stage.cloud.advance(17_000);
  await stage.http('/v2/enqueue', {
    routing_key: demoKeys.payments,
    event_action: 'trigger',
    payload: { summary: 'Declines', source: 'monitor', severity: 'critical' },
  });
  const { pageId } = await stage.onlyAlert();
  return () => stage.page(pageId ?? '');
}

const steps = ({ notified }: Page) => notified.map(({ userId, times }) => `${userId} ${times}`);

describe.each(wakings)('an unanswered page, woken by %s', (_, functions, lateness) => {
  test('escalates step by step, repeats, asks the fallback and the owners, and ends', async () => {
    const page = await paged(functions);
    const first = await page();
    expect(first).toMatchObject({ status: 'notifying', step: 0, loop: 0, phase: 'policy' });
    expect(first.waitingFor).toHaveLength(1);
    expect(['diego', 'priya']).toContain(first.waitingFor[0]);

    await stage.cloud.advance(5 * minute - 1);
    expect((await page()).step).toBe(0);
    await stage.cloud.advance(1 + lateness);
    expect(await page()).toMatchObject({ step: 1, waitingFor: ['diego', 'priya'] });
    await stage.cloud.advance(5 * minute);
    expect(await page()).toMatchObject({ step: 2, waitingFor: ['mei'] });
    await stage.cloud.advance(10 * minute);
    expect(await page()).toMatchObject({ step: 0, loop: 1 });
    await stage.cloud.advance(20 * minute);
    expect(await page()).toMatchObject({ phase: 'fallback', waitingFor: ['jonas', 'mei'] });
    await stage.cloud.advance(10 * minute);
    expect(await page()).toMatchObject({ phase: 'owners', waitingFor: ['amara'] });
    await stage.cloud.advance(10 * minute);
    const end = await page();
    expect(end).toMatchObject({ status: 'exhausted', nextAt: null, waitingFor: [] });
    // Every step has the time at which it was due, however late it ran.
    expect(end.endedAt).toBe(first.createdAt + 60 * minute);
    const oncall = first.waitingFor[0] ?? '';
    const other = oncall === 'diego' ? 'priya' : 'diego';
    expect(steps(end).sort()).toEqual(['amara 1', 'jonas 1', 'mei 3', `${oncall} 4`, `${other} 2`].sort());
  });

  test('stops when it is acknowledged, and asks again when the acknowledgement times out', async () => {
    const page = await paged(functions);
    const oncall = (await page()).waitingFor[0] ?? '';
    await stage.cloud.advance(2 * minute);
    await stage.call(oncall, 'acknowledgePage', { pageId: (await page()).id });
    const taken = await page();
    expect(taken).toMatchObject({ status: 'acknowledged', waitingFor: [] });
    await stage.cloud.advance(constants.acknowledgeTimeoutMinutes * minute - 1);
    expect(await page()).toEqual(taken);
    await stage.cloud.advance(1 + lateness);
    expect(await page()).toMatchObject({ status: 'notifying', step: 0 });
  });

  test('has the same history for any steps of time', async () => {
    const page = await paged(functions);
    const { createdAt } = await page();
    await stage.cloud.advance(60 * minute + lateness);
    expect(await page()).toMatchObject({ status: 'exhausted', endedAt: createdAt + 60 * minute });
  });
});

test('a page woken twice for one moment asks once', async () => {
  const page = await paged(all);
  await stage.cloud.advance(5 * minute);
  const { id, waitingFor, revision } = await page();
  const asked = (await stage.deliveries(id)).length;
  const { tasks } = createFunctions();
  for (const handler of Object.values(tasks)) {
    const payload = {
      teamId: 'alder-and-finch',
      pageId: id,
      alertId: 'none',
      maintenanceId: 'none',
      calendarId: 'none',
      eventId: 'none',
      webhookId: 'none',
      userId: 'none',
      id: 'none',
      ...{ address: 'none', receipt: 'none', delivery: null, looks: 0 },
      ...{ slackUser: 'none', asked: { kind: 'alerts' }, answerTo: 'https://hooks.slack.com/none' },
      ...{ commandId: 'none', askedAt: 0 },
    };
    await handler(payload, stage.server);
  }
  for (const { run } of Object.values(all.schedules)) await run(stage.server);
  expect(await page()).toMatchObject({ waitingFor, revision });
  expect(await stage.deliveries(id)).toHaveLength(asked);
});

test('timeouts are read from remote configuration when the page starts', async () => {
  stage = await FunctionsStage.open();
  const operator = await stage.stranger('operator');
  await operator.control.publishConfig({ acknowledge_timeout_minutes: '7' });
  const { pageIds } = await stage.call('mei', 'declareIncident', {
    title: 'Slow',
    severity: 'SEV3',
    serviceIds: [],
    private: false,
    alertId: null,
    page: [{ kind: 'people', userIds: ['jonas'] }],
  });
  await operator.control.publishConfig({ acknowledge_timeout_minutes: 'soon' });
  const { acknowledgeTimeoutMinutes } = await stage.page(pageIds[0] ?? '');
  expect(acknowledgeTimeoutMinutes).toBe(7);
});

test('an acknowledgement that timed out before a hand-over and is processed after it asks the current on-call member', async () => {
  stage = await FunctionsStage.open({ ...all, tasks: deaf, schedules: {} });
  const shop = await stage.get(scheduleSchema, documentPaths.schedule(teamId, 'shop'));
  const handOver = nextHandOver(shop, [], stage.server.clock.now());
  const [before, after, handsOverAt] = [handOver?.from ?? '', handOver?.to ?? '', handOver?.handsOverAt ?? 0];
  const until = (at: number) => stage.cloud.advance(at - stage.server.clock.now());
  await until(handsOverAt - (constants.acknowledgeTimeoutMinutes + 2) * minute);
  await stage.http('/v2/enqueue', {
    routing_key: demoKeys.payments,
    event_action: 'trigger',
    payload: { summary: 'Declines', source: 'monitor', severity: 'critical' },
  });
  const { pageId } = await stage.onlyAlert();
  expect((await stage.page(pageId ?? '')).waitingFor).toEqual([before]);
  await until(handsOverAt - constants.acknowledgeTimeoutMinutes * minute - 30_000);
  await stage.call(before, 'acknowledgePage', { pageId: pageId ?? '' });
  await until(handsOverAt + 20_000);
  await sweep(stage.server);
  expect(await stage.page(pageId ?? '')).toMatchObject({
    status: 'notifying',
    step: 0,
    waitingFor: [after],
    nextAt: handsOverAt - 30_000 + 5 * minute,
  });
});
