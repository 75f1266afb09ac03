import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memberSchema } from '#domain/team/schema.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { auditEntrySchema } from '#domain/audit/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const profile = { displayName: 'Diego R.', timezone: 'Asia/Tokyo', phone: '+81 90-1234-5678', picture: 'p1' };
const member = (uid: string, team: string = teamId) =>
  stage.get(memberSchema, documentPaths.member(team, uid));

test('a profile is saved with a normalized phone number', async () => {
  const before = await member('diego');
  const { revision } = await stage.call('diego', 'saveProfile', profile);
  expect(await member('diego')).toEqual({ ...before, ...profile, phone: '+819012345678', revision });
  expect(revision).toBe(before.revision + 1);
});

test('a profile is the same in every team of the person', async () => {
  const diego = await stage.person('diego');
  const founding = {
    teamId: 'own',
    commandId: 'found',
    name: 'Own',
    timezone: 'Asia/Tokyo',
    displayName: 'D',
  };
  await diego.functions.call('createTeam', founding);
  // A team in the list of which the person is no member.
  const path = documentPaths.user('diego');
  const before = await stage.get(userProfileSchema, path);
  await stage.server.docs.batch([
    { type: 'update', path, changes: { teams: { ...before.teams, stranger: 'owner' } } },
  ]);
  await stage.call('diego', 'saveProfile', profile);
  expect(await member('diego', 'own')).toMatchObject({
    displayName: 'Diego R.',
    picture: 'p1',
    role: 'owner',
  });
  expect(await stage.get(userProfileSchema, path)).toMatchObject({ displayName: 'Diego R.' });
  expect((await stage.server.docs.get(documentPaths.member('stranger', 'diego'))).data).toBeNull();
});

test('a new name is recorded in the audit of every team of the person', async () => {
  await stage.call('diego', 'createTeam', {
    ...{ teamId: 'own', name: 'Own', timezone: 'Asia/Tokyo', displayName: 'D' },
  });
  await stage.call('diego', 'saveProfile', { ...profile, teamId: 'own' });
  for (const team of ['own', teamId]) {
    const entries = await stage.all(auditEntrySchema, collectionPaths.audit(team));
    const renamed = entries.filter(({ command }) => command === 'saveProfile');
    expect(renamed).toHaveLength(1);
    expect(renamed[0]).toMatchObject({ createdBy: 'diego', subject: { kind: 'member', id: 'diego' } });
    expect(JSON.stringify(renamed[0]?.changes)).toContain('Diego R.');
  }
});

describe('invalid input changes nothing', () => {
  test.each([
    ['a blank name', { displayName: ' ' }, 'displayName'],
    ['a name that is too long', { displayName: 'x'.repeat(81) }, 'displayName'],
    ['no time zone', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['a number without the country', { phone: '0170 1234567' }, 'phone'],
    ['words for a number', { phone: 'call me' }, 'phone'],
    ['a path for a picture', { picture: '../x' }, 'picture'],
  ])('%s', async (_, wrong, field) => {
    const before = stage.stored();
    const { error } = await errorOf(stage.call('diego', 'saveProfile', { ...profile, ...wrong }));
    expect(error).toMatchObject({ code: 'invalid', field });
    expect(stage.stored()).toBe(before);
  });

  test('a profile changed meanwhile', async () => {
    const { revision } = await member('diego');
    await stage.call('diego', 'saveProfile', profile);
    const before = stage.stored();
    const late = stage.call('diego', 'saveProfile', {
      ...profile,
      displayName: 'Late',
      expectedRevision: revision,
    });
    expect((await errorOf(late)).error).toMatchObject({ code: 'conflict', currentRevision: revision + 1 });
    expect(stage.stored()).toBe(before);
  });
});
