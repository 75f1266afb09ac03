/** A page that is under way when its team moves: it escalates at the target, at its time and once. */
import { expect, onTestFinished, test } from 'vitest';
import { openPostgresHost } from '#adapters/postgres/host/postgres-host.ts';
import { fromDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { minute } from '#domain/constants.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { projectRules } from '#demo/rules.ts';
import { createFunctions } from '#functions/index.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { HeardDatabase } from '#tests/contracts/postgres/heard-database.ts';
import { withPostgres } from '#tests/contracts/postgres/provider.ts';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { type HostEnd, keptInDesk, moveBetween, newHost } from './ends.ts';

withPostgres();

async function paged() {
  const stage = await FunctionsStage.open();
  await stage.cloud.advance(17_000);
  await stage.http('/v2/enqueue', {
    routing_key: demoKeys.payments,
    event_action: 'trigger',
    payload: { summary: 'Declines', source: 'monitor', severity: 'critical' },
  });
  const { pageId } = await stage.onlyAlert();
  const at = stage.cloud.clock.now();
  const page = await stage.page(pageId ?? '');
  return { desk: await keptInDesk(stage.cloud), pageId: pageId ?? '', page, at };
}

/** The same application on the target. */
async function started({ open, files }: HostEnd, at: number, schedules: boolean) {
  const inner = await open();
  const heard = new HeardDatabase(inner);
  const clock = new ManualClock(at, () => heard.rest());
  const functions = createFunctions();
  const host = await openPostgresHost({
    application: {
      functions: schedules ? functions : { ...functions, schedules: {} },
      rules: projectRules,
      indexes: [],
    },
    ...{ database: heard.database, files, origin: 'http://localhost', clock },
    random: seededRandom('after the move'),
    sendMail: () => {},
    push: { contact: 'mailto:test@example.com' },
    taskPollMs: 7 * 24 * 3_600_000,
    ...{ http: null, workers: null },
    report: (error, from) => console.error(from, error),
  });
  onTestFinished(async () => {
    await host.stop();
    await inner.close();
  });
  await host.start();
  await heard.rest();
  return { host, clock };
}

test.each([
  ['tasks alone', false],
  ['tasks and sweep', true],
])('a moved page escalates at its time by %s and is not sent again', async (_, schedules) => {
  const { desk, pageId, page, at } = await paged();
  expect(page).toMatchObject({ step: 0, status: 'notifying' });
  const to = await newHost();
  const comparison = await moveBetween(desk, to);
  expect(comparison?.differences).toEqual([]);
  expect(comparison?.groups.get('tasks')).toBeGreaterThan(0);

  const { host, clock } = await started(to, at, schedules);
  const pageNow = async () =>
    fromDocument(pageSchema, await host.server.docs.get(documentPaths.page(teamId, pageId)));
  expect(await pageNow()).toMatchObject({ step: 0, notified: page.notified });
  await clock.advance(5 * minute - 1);
  expect((await pageNow())?.step).toBe(0);
  await clock.advance(1);
  await expect.poll(async () => (await pageNow())?.step).toBe(1);
  expect((await pageNow())?.waitingFor).toEqual(['diego', 'priya']);
});

test('a page that falls due during the move escalates when the target starts', async () => {
  const { desk, pageId, at } = await paged();
  const to = await newHost();
  await moveBetween(desk, to);
  const { host, clock } = await started(to, at + 6 * minute, false);
  await clock.advance(1);
  await expect
    .poll(async () =>
      fromDocument(pageSchema, await host.server.docs.get(documentPaths.page(teamId, pageId))),
    )
    .toMatchObject({ step: 1 });
});
