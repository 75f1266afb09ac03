import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const content = {
  runbookId: 'search-slow',
  name: 'Search is slow',
  severities: ['SEV1' as const],
  serviceIds: ['search'],
  steps: [{ id: 'one', text: 'Look at the index' }],
};
const stored = async () =>
  (await stage.server.docs.get(documentPaths.runbook(teamId, content.runbookId))).data;

test('an admin creates, changes and removes a runbook, and removing it again changes nothing', async () => {
  expect(await stage.call('jonas', 'saveRunbook', content)).toEqual({ revision: 1 });
  expect(await stored()).toMatchObject({ name: 'Search is slow', createdBy: 'jonas' });
  const renamed = { ...content, name: 'Search', expectedRevision: 1 };
  expect(await stage.call('mei', 'saveRunbook', renamed)).toEqual({ revision: 2 });
  expect(await stored()).toMatchObject({ name: 'Search', createdBy: 'jonas', revision: 2 });
  await stage.call('mei', 'removeRunbook', { runbookId: content.runbookId });
  expect(await stored()).toBeNull();
  await stage.call('mei', 'removeRunbook', { runbookId: content.runbookId });
});

test('a runbook changed meanwhile is not overwritten', async () => {
  await stage.call('jonas', 'saveRunbook', content);
  await stage.call('jonas', 'saveRunbook', { ...content, name: 'Newer' });
  const late = stage.call('mei', 'saveRunbook', { ...content, expectedRevision: 1 });
  expect((await errorOf(late)).error).toMatchObject({ code: 'conflict', currentRevision: 2 });
  expect(await stored()).toMatchObject({ name: 'Newer' });
});

test('a change does not recreate a runbook removed meanwhile', async () => {
  await stage.call('jonas', 'saveRunbook', content);
  await stage.call('jonas', 'removeRunbook', { runbookId: content.runbookId });
  const late = stage.call('mei', 'saveRunbook', { ...content, expectedRevision: 1 });
  expect((await errorOf(late)).error?.code).toBe('conflict');
  expect(await stored()).toBeNull();
});

test('a responder can’t write a runbook, and a runbook without steps is rejected', async () => {
  expect((await errorOf(stage.call('diego', 'saveRunbook', content))).error?.code).toBe('forbidden');
  const empty = stage.call('jonas', 'saveRunbook', { ...content, steps: [] });
  expect((await errorOf(empty)).error).toMatchObject({ code: 'invalid', field: 'steps' });
  expect(await stored()).toBeNull();
});
