import { afterEach, beforeEach, expect, test } from 'vitest';
import { inviteIdOf } from '#api/invite-token.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { constants, day } from '#domain/constants.ts';
import type { Invite } from '#domain/team/invite.ts';
import { query } from '#ports/docs/query.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { sweep } from '../sweep.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
});
afterEach(() => stage.close());

const daysAgo = (days: number) => stage.server.clock.now() - days * day;
const kept = constants.endedInviteDays;

function save(name: string, changes: Partial<Invite>): Promise<void> {
  const id = inviteIdOf(name);
  const none = { usedAt: null, usedBy: null, revokedAt: null, revokedBy: null };
  const made = { createdAt: daysAgo(90), createdBy: 'amara', revision: 1, note: name, address: null };
  return stage.save(documentPaths.invite(teamId, id), {
    ...{ id, teamId, role: 'viewer', status: 'open', expiresAt: daysAgo(-1), ...made, ...none },
    ...changes,
  } satisfies Invite);
}
const notes = async () =>
  (await stage.server.docs.find(query(collectionPaths.invites(teamId))))
    .map(({ data }) => data?.['note'])
    .toSorted();

test('expired, used and revoked invites are removed after 30 days', async () => {
  await save('open', {});
  await save('expired', { expiresAt: daysAgo(kept + 1) });
  await save('expired lately', { expiresAt: daysAgo(kept - 1) });
  await save('used', { status: 'used', usedAt: daysAgo(kept + 1), usedBy: 'noor' });
  await save('used lately', { status: 'used', usedAt: daysAgo(kept - 1), usedBy: 'noor' });
  await save('revoked', { status: 'revoked', revokedAt: daysAgo(kept + 1), revokedBy: 'mei' });
  await save('revoked lately', { status: 'revoked', revokedAt: daysAgo(kept - 1), revokedBy: 'mei' });
  await sweep(stage.server);
  expect(await notes()).toEqual(['expired lately', 'open', 'revoked lately', 'used lately']);
});

test('many invites are removed in several runs', async () => {
  for (let n = 0; n < 140; n++) await save(`${n}`, { expiresAt: daysAgo(kept + 1) });
  await sweep(stage.server);
  expect((await notes()).length).toBe(10);
  await sweep(stage.server);
  expect(await notes()).toEqual([]);
});
