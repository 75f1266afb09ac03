import { afterEach, beforeEach, expect, test } from 'vitest';
import { teamSchema } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const settings = {
  name: 'Harbour',
  timezone: 'Europe/Lisbon',
  fallbackPeople: ['mei', 'jonas', 'mei'],
  mailDomains: ['Example.com'],
};
const stored = () => stage.get(teamSchema, documentPaths.team(teamId));

test('an admin saves the settings, the slug stays, and duplicate members are removed', async () => {
  const before = await stored();
  const { revision } = await stage.call('jonas', 'saveTeam', settings);
  expect(await stored()).toEqual({
    ...before,
    name: 'Harbour',
    timezone: 'Europe/Lisbon',
    fallbackPeople: ['mei', 'jonas'],
    mailDomains: ['example.com'],
    revision,
  });
  expect(revision).toBe(before.revision + 1);
});

test.each([
  ['amara', 'owner', true],
  ['jonas', 'admin', true],
  ['diego', 'responder', false],
  ['tom', 'viewer', false],
] as const)('%s, %s, may change the settings: %s', async (who, role, allowed) => {
  const before = await stored();
  const call = stage.call(who, 'saveTeam', settings);
  if (allowed) await call;
  const refused = allowed ? null : (await errorOf(call)).error;
  expect(refused?.message ?? null).toBe(
    allowed
      ? null
      : `Only admins may change the team’s settings, schedules, policies, services, integrations, runbooks and maintenance windows. You are a ${role}.`,
  );
  expect((await stored()).revision).toBe(before.revision + (allowed ? 1 : 0));
});

test('saving unchanged settings makes no new revision', async () => {
  const { revision } = await stage.call('jonas', 'saveTeam', settings);
  expect(await stage.call('mei', 'saveTeam', settings)).toEqual({ revision });
});

test('settings changed meanwhile are not overwritten', async () => {
  const { revision } = await stage.call('jonas', 'saveTeam', settings);
  const late = stage.call('mei', 'saveTeam', { ...settings, name: 'Late', expectedRevision: revision - 1 });
  expect((await errorOf(late)).error).toMatchObject({ code: 'conflict', currentRevision: revision });
  expect((await stored()).name).toBe('Harbour');
});

test.each([
  ['tom', 'is a viewer, and viewers are not paged'],
  ['nobody', 'not in the team any more'],
])('%s can’t be a fallback', async (userId, rule) => {
  const before = await stored();
  const saved = stage.call('jonas', 'saveTeam', { ...settings, fallbackPeople: ['mei', userId] });
  expect((await errorOf(saved)).error).toMatchObject({
    code: 'invalid',
    field: 'fallbackPeople.1',
    rule: expect.stringContaining(rule),
  });
  expect(await stored()).toEqual(before);
});
