/** An alert that opens and resolves again and again. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { constants, minute } from '#domain/constants.ts';
import { flappingText } from '#domain/alert/labels.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const send = (action: string, severity = 'error') =>
  stage.http('/v2/enqueue', {
    routing_key: demoKeys.payments,
    event_action: action,
    dedup_key: 'disk',
    payload: { summary: 'Disk is full', source: 'db-1', severity },
  });
async function flap(times: number, severity?: string) {
  for (let n = 0; n < times; n++) {
    await send('trigger', severity);
    await stage.cloud.advance(10_000);
    await send('resolve');
  }
}
const pages = async () =>
  (await stage.all(pageSchema, collectionPaths.pages(teamId))).filter(({ id }) => !id.endsWith('-page'));
const newest = async () =>
  (await stage.newAlerts()).toSorted((one, other) => other.createdAt - one.createdAt)[0];

test('a flapping alert pages at most four times and shows how often it opened', async () => {
  await flap(13);
  await send('trigger');
  expect(await pages()).toHaveLength(constants.flappingTimes - 1);
  const alert = await newest();
  expect(alert).toMatchObject({ status: 'suppressed', pageId: null, flapping: { times: 14 } });
  expect(alert?.flapping && flappingText(alert.flapping, alert.createdAt)).toBe('14 times in 3 min');
});

test('a flapping alert pages when it stays open', async () => {
  await flap(6);
  await send('trigger');
  const before = (await pages()).length;
  await stage.cloud.advance(constants.flappingMinutes * minute - 1);
  expect(await pages()).toHaveLength(before);
  await stage.cloud.advance(1);
  expect(await pages()).toHaveLength(before + 1);
  expect(await newest()).toMatchObject({ status: 'open', flapping: { times: 7 } });
});

test('a flapping alert pages at once when it opens with a higher urgency', async () => {
  await flap(6, 'warning');
  await send('trigger', 'critical');
  const alert = await newest();
  expect(alert).toMatchObject({ status: 'open', flapping: null });
  expect((await stage.page(alert?.pageId ?? '')).urgency).toBe('high');
});

test('a flapping alert pages again after a quiet period', async () => {
  await flap(6);
  await stage.cloud.advance(constants.flappingMinutes * minute);
  await send('trigger');
  expect((await newest())?.status).toBe('open');
});
