/** A company's provider deactivates a member over HTTP: Muster's functions over PostgreSQL end the membership. */
import { expect, test } from 'vitest';
import { auditEntrySchema } from '#domain/audit/schema.ts';
import { day } from '#domain/constants.ts';
import { shiftsBetween } from '#domain/schedule/rota.ts';
import { scheduleSchema } from '#domain/schedule/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { projectRules } from '#demo/rules.ts';
import { seedDemo } from '#demo/team.ts';
import { demoTeamId as teamId } from '#demo/team/people.ts';
import { endMemberships } from '#functions/account/end-memberships.ts';
import { createFunctions } from '#functions/index.ts';
import { query } from '#ports/docs/query.ts';
import { withPostgres } from '../../contracts/postgres/provider.ts';
import { company, openScimStage, signInByCompany } from '../../contracts/postgres/scim-stage.ts';
import { demoSecret } from '../functions/demo-keys.ts';

withPostgres();

test('a deactivated member on call is removed from team and rota, and the team’s audit records it', async () => {
  const functions = { ...createFunctions(), schedules: {} };
  const stage = await openScimStage({
    application: { functions, rules: projectRules, indexes: [] },
    endMemberships,
  });
  const { docs } = stage.host.server;
  await seedDemo(stage.host.server, demoSecret);
  const uid = 'priya';
  const email = (await stage.host.server.users.get(uid))?.email ?? '';
  // Priya has connected the company's account.
  const identity = [{ provider: company, subject: 'priya-1', email, displayName: null }];
  await stage.database.rows('UPDATE auth_accounts SET identities = $2 WHERE uid = $1', [
    uid,
    JSON.stringify(identity),
  ]);
  await signInByCompany(stage, stage.wire(), { subject: 'priya-1', email });
  const { body, status } = await stage.ask('POST', '/Users', { userName: email, externalId: 'priya-1' });
  expect([status, body['id']]).toEqual([201, uid]);
  const onCall = async () => {
    const now = stage.clock.now();
    const schedule = fromDocument(scheduleSchema, await docs.get(documentPaths.schedule(teamId, 'shop')));
    return schedule && shiftsBetween(schedule, [], now, now + 28 * day).map(({ userId }) => userId);
  };
  expect(await onCall()).toContain(uid);
  const off = { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] };
  expect((await stage.ask('PATCH', `/Users/${uid}`, off)).status).toBe(200);
  await expect.poll(async () => (await docs.get(documentPaths.member(teamId, uid))).data).toBeNull();
  expect(await onCall()).not.toContain(uid);
  const entries = await docs.find(query(collectionPaths.audit(teamId)));
  const commands = entries.map((entry) => fromDocument(auditEntrySchema, entry)?.command);
  expect(commands).toContain('endMissingAccount');
});
