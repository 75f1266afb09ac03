import { expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { FunctionsStage, plainIncident } from '#tests/app/functions/stage.ts';
import { demoApplication } from './application.ts';

const second = 1000;
const start = new ManualClock().now() + second;

test.each([
  { of: 'before the start', queuedAt: start - 1, sent: 2 },
  { of: 'after the start', queuedAt: start, sent: 1 },
])('the first sweep sends a queued delivery of $of $sent times in all', async ({ queuedAt, sent }) => {
  const { functions } = await demoApplication().loadProgram(start);
  const stage = await FunctionsStage.open({ ...functions, tasks: {} });
  const { messaging } = await stage.person('lena');
  const { id: registration } = await messaging.register({ ask: true });
  const device = { deviceId: 'lena-phone', registration, label: 'Phone', userAgent: '' };
  await stage.call('lena', 'registerDevice', device);
  let received = 0;
  messaging.onMessage(({ data }) => {
    if (data?.['kind'] === 'page') received++;
  });
  const { pageIds } = await stage.call('amara', 'declareIncident', {
    ...plainIncident,
    page: [{ kind: 'people', userIds: ['lena'] }],
  });
  const [pageId = ''] = pageIds;
  await stage.cloud.advance(2 * second);
  expect(received).toBe(1);
  const [delivery] = await stage.deliveries(pageId);
  if (!delivery) throw new Error('There is no delivery.');
  const path = documentPaths.delivery(delivery.teamId, pageId, delivery.id);
  await stage.save(path, { ...delivery, status: 'queued', queuedAt });
  await stage.cloud.advance(5 * second);
  expect(received).toBe(sent);
  await stage.close();
});
