import { limits } from '#domain/constants.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deviceSchema } from '#domain/device/schema.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { documentPaths, realtimePaths } from '#api/paths.ts';
import { FunctionsStage, errorOf, teamId, plainIncident } from '#tests/app/functions/stage.ts';
import { slugOf } from './slug.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

async function newcomer(name: string) {
  const client = await stage.stranger(name);
  const result = await client.auth.createUser({ email: `${name}@example.com`, password: 'correct horse' });
  if (result.kind !== 'signed-in') throw new Error('A new account has no second factor.');
  return { client, uid: result.user.uid };
}
const founding = (id: string) => ({
  teamId: id,
  commandId: `found-${id}`,
  name: 'Café Zürich',
  timezone: 'Europe/Zurich',
  displayName: 'Noor',
});

test('the creator of a team owns it', async () => {
  const { client, uid } = await newcomer('noor');
  await client.functions.call('createTeam', founding('one'));
  expect(await stage.get(teamSchema, documentPaths.team('one'))).toMatchObject({
    slug: 'cafe-zurich',
    demonstration: false,
    lastIncidentNumber: 0,
  });
  expect((await stage.get(memberSchema, documentPaths.member('one', uid))).role).toBe('owner');
  expect(await stage.get(userProfileSchema, documentPaths.user(uid))).toMatchObject({
    displayName: 'Noor',
    teams: { one: 'owner' },
  });
});

test('an existing team can’t be created again, and two teams of one name get two slugs', async () => {
  const { client } = await newcomer('noor');
  await client.functions.call('createTeam', founding('one'));
  const again = client.functions.call('createTeam', { ...founding('one'), commandId: 'other' });
  expect((await errorOf(again)).error?.code).toBe('conflict');
  await client.functions.call('createTeam', founding('two'));
  const slugs = [
    await stage.get(teamSchema, documentPaths.team('one')),
    await stage.get(teamSchema, documentPaths.team('two')),
  ];
  expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(2);
});

test('anyone may join the demonstration: accounts as responders, guests as viewers', async () => {
  const { client, uid } = await newcomer('noor');
  const joining = { teamId, commandId: 'join', displayName: 'Noor' };
  expect(await client.functions.call('joinDemonstration', joining)).toEqual({
    revision: 1,
    role: 'responder',
  });
  expect((await stage.get(userProfileSchema, documentPaths.user(uid))).teams).toEqual({
    [teamId]: 'responder',
  });
  const guest = await stage.stranger('guest');
  await guest.auth.guests.signIn();
  const asGuest = guest.functions.call('joinDemonstration', { ...joining, commandId: 'guest' });
  expect(await asGuest).toMatchObject({ role: 'viewer' });
});

test('a member can leave the demonstration and join it again', async () => {
  const { client, uid } = await newcomer('noor');
  const joining = { teamId, displayName: 'Noor' };
  await client.functions.call('joinDemonstration', { ...joining, commandId: 'join' });
  await client.functions.call('registerDevice', {
    teamId,
    commandId: 'device',
    deviceId: 'noor-phone',
    registration: 'push-noor',
    label: '',
    userAgent: '',
  });
  await client.functions.call('leaveTeam', { teamId, commandId: 'leave', replacementId: null });
  expect((await stage.get(userProfileSchema, documentPaths.user(uid))).teams).toEqual({});
  expect((await stage.server.docs.get(documentPaths.member(teamId, uid))).data).toBeNull();
  expect(await stage.server.realtime.get(realtimePaths.accessRole(teamId, uid))).toBeNull();
  expect(await stage.get(deviceSchema, documentPaths.device(teamId, 'noor-phone'))).toMatchObject({
    registration: null,
  });
  const again = client.functions.call('joinDemonstration', { ...joining, commandId: 'again' });
  expect(await again).toMatchObject({ role: 'responder' });
});

test('a commander of a live incident hands it over before leaving', async () => {
  const { client, uid } = await newcomer('noor');
  await client.functions.call('joinDemonstration', { teamId, commandId: 'join', displayName: 'Noor' });
  await client.functions.call('declareIncident', {
    teamId,
    commandId: 'declare',
    ...plainIncident,
  });
  const leaving = client.functions.call('leaveTeam', { teamId, commandId: 'leave', replacementId: null });
  expect((await errorOf(leaving)).error).toMatchObject({
    code: 'invalid',
    field: 'replacementId',
    message: 'They hold something that somebody must take over. Choose who.',
  });
  expect((await stage.get(memberSchema, documentPaths.member(teamId, uid))).role).toBe('responder');
});

test('the demonstration’s own accounts and a last owner can’t leave', async () => {
  const jonas = await stage.person('jonas');
  const leaving = jonas.functions.call('leaveTeam', { teamId, commandId: 'leave', replacementId: null });
  expect((await errorOf(leaving)).error?.message).toContain('Sign out instead');
  const { client } = await newcomer('noor');
  await client.functions.call('createTeam', founding('one'));
  const own = client.functions.call('leaveTeam', { teamId: 'one', commandId: 'leave', replacementId: null });
  expect((await errorOf(own)).error?.code).toBe('forbidden');
});

test('a caller without a team or a session can’t leave one', async () => {
  const { client } = await newcomer('noor');
  const leaving = { teamId, commandId: 'leave', replacementId: null };
  expect((await errorOf(client.functions.call('leaveTeam', leaving))).error?.code).toBe('forbidden');
  const stranger = await stage.stranger();
  expect((await errorOf(stranger.functions.call('leaveTeam', leaving))).error?.code).toBe('unauthenticated');
});

const oddIds = [
  '!.1',
  '.',
  '..',
  'a/b',
  'a.b',
  '$',
  '#',
  '[',
  ']',
  '__x__',
  '',
  'é',
  'a\nb',
  'a'.repeat(129),
];

test.each(oddIds)('the team id %j is rejected and nothing is stored', async (id) => {
  const { client } = await newcomer('noor');
  const before = stage.stored();
  const refused = await errorOf(client.functions.call('createTeam', { ...founding('one'), teamId: id }));
  expect(refused.error).toMatchObject({ code: 'invalid', field: 'teamId' });
  expect(stage.stored()).toBe(before);
});

test('a guest can’t create a team and is told to create an account', async () => {
  const guest = await stage.stranger('guest');
  await guest.auth.guests.signIn();
  const before = stage.stored();
  const { error } = await errorOf(guest.functions.call('createTeam', founding('one')));
  expect(error).toMatchObject({ code: 'forbidden' });
  expect(error?.message).toBe('A guest can’t create a team. Create an account first.');
  expect(stage.stored()).toBe(before);
});

test.each(['a.b', '__x__', 'a/b', 'ann@example.com'])(
  'an account with the id %j can neither create nor join a team and is told why',
  async (uid) => {
    const client = await stage.stranger(uid);
    await client.auth.signIn({ kind: 'custom-token', token: await stage.server.users.customToken(uid) });
    const before = stage.stored();
    const joining = { teamId, commandId: 'join', displayName: 'Noor' };
    for (const call of [
      client.functions.call('createTeam', founding('one')),
      client.functions.call('joinDemonstration', joining),
    ]) {
      const { error } = await errorOf(call);
      expect(error).toMatchObject({ code: 'forbidden' });
      expect(error?.message).toContain('The id of this account');
    }
    expect(stage.stored()).toBe(before);
  },
);

test('`joinDemonstration` joins no other team', async () => {
  const { client } = await newcomer('noor');
  await client.functions.call('createTeam', founding('one'));
  const other = await newcomer('ola');
  const joining = { teamId: 'one', commandId: 'join', displayName: 'Ola' };
  expect((await errorOf(other.client.functions.call('joinDemonstration', joining))).error?.code).toBe(
    'forbidden',
  );
});

test.each([
  ['Alder & Finch', 'alder-finch'],
  ['  Ångström—Labs ', 'angstrom-labs'],
  ['東京', 'team'],
  ['x'.repeat(100), 'x'.repeat(63)],
])('the name %j becomes the slug %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('a person owns a limited number of teams', async () => {
  const { client } = await newcomer('noor');
  for (let n = 0; n < limits.ownedTeamsPerPerson; n++)
    await client.functions.call('createTeam', { ...founding(`team-${n}`), name: `Team ${n}` });
  const more = client.functions.call('createTeam', { ...founding('more'), name: 'More' });
  expect((await errorOf(more)).error).toMatchObject({
    code: 'limit_reached',
    message: expect.stringContaining('delete one first'),
  });
});
