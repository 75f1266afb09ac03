/** Names of people who left a team: kept in its records, and numbers for those whose account was deleted. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { type FormerMember, formerMemberSchema, formerName } from '#domain/team/former-member.ts';
import { teamSchema } from '#domain/team/schema.ts';
import { credentialOf } from '#demo/accounts.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
  const team = await stage.get(teamSchema, documentPaths.team(teamId));
  await stage.save(documentPaths.team(teamId), { ...team, demonstration: false, fallbackPeople: ['amara'] });
});
afterEach(() => stage.close());

const remove = (userId: string) => stage.call('amara', 'removeMember', { userId, replacementId: 'priya' });
const former = (userId: string): Promise<FormerMember> =>
  stage.get(formerMemberSchema, documentPaths.formerMember(teamId, userId));

async function deleteAccount(userId: string, successors: Readonly<Record<string, string>>) {
  const client = await stage.person(userId);
  await client.functions.call('deleteAccount', { typed: credentialOf({ id: userId }).email, successors });
}

test('a removed member keeps the name in the team’s records, and two former members are distinguishable', async () => {
  await remove('mei');
  await remove('diego');
  const [mei, diego] = [formerName(await former('mei')), formerName(await former('diego'))];
  expect(mei).toMatch(/^Mei .* \(left\)$/);
  expect(diego).toMatch(/^Diego .* \(left\)$/);
});

test('deleted accounts have a number and no name', async () => {
  await remove('mei');
  await deleteAccount('mei', {});
  await deleteAccount('diego', { [teamId]: 'priya' });
  expect(await former('mei')).toMatchObject({ displayName: '', deletedNumber: 1 });
  expect(await former('diego')).toMatchObject({ displayName: '', deletedNumber: 2 });
  const names = [await former('mei'), await former('diego')].map(formerName);
  expect(names).toEqual(['Deleted member 1', 'Deleted member 2']);
});
