/** Remains of a deleted account, and the account itself. Each step finds what is left, so a run that died is repeated. */
import { accountDeletionSchema } from '#domain/account/deletion.ts';
import { constants } from '#domain/constants.ts';
import { inviteSchema, revokeInvite } from '#domain/team/invite.ts';
import { revised } from '#domain/transition.ts';
import { fromDocument, storedTime } from '#api/codec.ts';
import { collectionGroups, collectionPaths, documentPaths, realtimePaths, storagePaths } from '#api/paths.ts';
import { collectionGroup, limit, type Query, query, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { accept } from '../kernel/command-failed.ts';
import { transact } from '../kernel/unit-of-work.ts';

/** Below the smallest limit of any provider for the writes of a batch. */
const portion = 200;

/**
 * Removes what is left of a deleted account. `path`: path of the removal record. No effect without a record or after its
 * completion.
 */
export async function removeRest(server: ServerPorts, path: string): Promise<void> {
  const deletion = fromDocument(accountDeletionSchema, await server.docs.get(path));
  if (deletion === null || deletion.finishedAt !== null) return;
  const { id: userId, teams } = deletion;
  const own = where('userId', '==', userId);
  await removeAll(server, collectionGroup(collectionGroups.devices, own, limit(portion)));
  await removeAll(server, query('registrations', own, limit(portion)));
  for (const teamId of teams) await revokeInvites(server, teamId, userId);
  await server.docs.batch([
    { type: 'delete', path: documentPaths.recoveryCodes(userId) },
    { type: 'delete', path: documentPaths.accountRecovery(userId) },
  ]);
  await removePictures(server, userId);
  await server.realtime.update({ [realtimePaths.sessionsEnd(userId)]: null });
  await server.users.remove(userId);
  await transact(server, async (work) => {
    const current = await work.get(accountDeletionSchema, path);
    if (current !== null) work.save(path, revised(current, { finishedAt: work.now }));
  });
}

async function removeAll({ docs }: ServerPorts, found: Query): Promise<void> {
  for (;;) {
    const documents = await docs.find(found);
    if (documents.length === 0) return;
    await docs.batch(documents.map(({ path }) => ({ type: 'delete', path })));
  }
}

/** Revokes the person's open invites. */
async function revokeInvites(server: ServerPorts, teamId: string, userId: string): Promise<void> {
  const open = query(
    collectionPaths.invites(teamId),
    where('createdBy', '==', userId),
    where('status', '==', 'open'),
    limit(portion),
  );
  for (;;) {
    const count = await transact(server, async (work) => {
      const invites = await work.find(inviteSchema, open);
      for (const invite of invites) {
        const { state } = accept(revokeInvite(invite, { by: userId, now: work.now }));
        work.save(documentPaths.invite(teamId, invite.id), state);
      }
      return invites.length;
    });
    if (count < portion) return;
  }
}

async function removePictures({ storage }: ServerPorts, userId: string): Promise<void> {
  for (;;) {
    const { objects, nextPageToken } = await storage.list(storagePaths.pictures(userId));
    for (const { path } of objects) await storage.remove(path);
    if (nextPageToken === null) return;
  }
}

/** Deletions of one sweep. */
const perSweep = 50;

/** Completes deletions whose run died, and forgets those that were done long enough ago. One that fails holds up no other. */
export async function finishAccountDeletions(server: ServerPorts): Promise<void> {
  const { docs, clock } = server;
  const unfinished = query('accountDeletions', where('finishedAt', '==', null), limit(perSweep));
  const failures: unknown[] = [];
  for (const { path } of await docs.find(unfinished)) {
    try {
      await removeRest(server, path);
    } catch (error) {
      failures.push(error);
    }
  }
  const before = storedTime(clock.now() - constants.deletedAccountHours * 3_600_000);
  const old = query('accountDeletions', where('finishedAt', '<', before), limit(portion));
  const done = await docs.find(old);
  if (done.length > 0) await docs.batch(done.map(({ path }) => ({ type: 'delete', path })));
  if (failures.length > 0) throw failures[0];
}
