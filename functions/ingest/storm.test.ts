/** 10,000 different messages from five services within a minute. */
import { afterEach, expect, test } from 'vitest';
import { serviceSchema } from '#domain/service/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { createFunctions } from '#functions/index.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { sendAll, storedStorm, stormMessage } from '#tests/app/functions/storm.ts';

let stage: FunctionsStage;
afterEach(() => stage.close());

test('50 concurrent senders that retry make at most ten pages and lose no alert', async () => {
  stage = await FunctionsStage.open();
  const { http } = createFunctions();
  const path = documentPaths.service(teamId, 'catalogue');
  await stage.save(path, { ...(await stage.get(serviceSchema, path)), policyId: 'shop' });
  let waiting = Array.from({ length: 10_000 }, (_, n) => stormMessage(n));
  for (let round = 0; waiting.length > 0 && round < 3; round++) {
    waiting = [...(await sendAll(waiting, 50, async (message) => http(message, stage.server)))];
    await stage.cloud.advance(59_000);
  }
  expect(waiting).toEqual([]);
  const storm = await storedStorm(stage.server.docs);
  expect(storm).toMatchObject({ alerts: 10_000, different: 10_000, asked: 10_000, unpaged: 0 });
  expect(storm.pages.length).toBeLessThanOrEqual(10);
});
