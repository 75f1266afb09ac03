/** Entries of a command that was given offline say when it was given. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { minute } from '#domain/constants.ts';
import { FunctionsStage } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const declare = (ageMs: number) =>
  stage.call('priya', 'declareIncident', {
    title: 'Checkout fails',
    severity: 'SEV3',
    serviceIds: [],
    private: false,
    alertId: null,
    page: [{ kind: 'people', userIds: ['diego'] }],
    ageMs,
  });
const severity = async (ageMs = 0) => {
  const { incidentId } = await declare(0);
  await stage.call('priya', 'setSeverity', { incidentId, severity: 'SEV1', ageMs });
  return (await stage.timeline(incidentId)).find(({ kind }) => kind === 'severity');
};

test('an entry has the time of writing beside the server’s time', async () => {
  const entry = await severity(28 * minute);
  expect(entry?.writtenAt).toBe((entry?.createdAt ?? 0) - 28 * minute);
});

test('an entry of a command sent immediately has the server’s time only', async () => {
  expect(await severity()).not.toHaveProperty('writtenAt');
  expect(await severity(minute - 1)).not.toHaveProperty('writtenAt');
});

test('an impossible age gives the entry a null time of writing', async () => {
  expect((await severity(Number.MAX_SAFE_INTEGER))?.writtenAt).toBeNull();
});

test('automatic entries of a command have the time of execution', async () => {
  const { incidentId } = await declare(5 * minute);
  const entries = await stage.timeline(incidentId);
  expect(entries.find(({ kind }) => kind === 'declared')?.writtenAt).toBeTypeOf('number');
  const automatic = entries.filter(({ createdBy }) => createdBy === 'system');
  expect(automatic.map(({ kind }) => kind)).toContain('page');
  for (const entry of automatic) expect(entry).not.toHaveProperty('writtenAt');
});
