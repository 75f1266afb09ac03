/** Remains of a deleted account, and the account itself. Each step finds what is left, so a run that died is repeated. */
import { accountDeletionSchema } from '#domain/account/deletion.ts';
import { formerMemberSchema, withoutName } from '#domain/team/former-member.ts';
import { constants } from '#domain/constants.ts';
import { revised } from '#domain/transition.ts';
import { fromDocument, storedTime } from '#api/codec.ts';
import { collectionGroups, collectionPaths, realtimePaths, storagePaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { limit, orderBy, type Query, query, where } from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import type { ServerPorts } from '#ports/server/server.ts';
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
  const { id: userId } = deletion;
  const own = where('userId', '==', userId);
  await removeAll(server, collectionGroup(collectionGroups.devices, own, limit(portion)));
  await removeAll(server, query('registrations', own, limit(portion)));
  await server.docs.batch([
    { type: 'delete', path: serverPaths.recoveryCodes(userId) },
    { type: 'delete', path: serverPaths.accountRecovery(userId) },
  ]);
  await removeNames(server, userId);
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

/** Numbers in place of the name in all teams that the person was a member of. */
async function removeNames(server: ServerPorts, userId: string): Promise<void> {
  const named = collectionGroup(
    collectionGroups.formerMembers,
    where('userId', '==', userId),
    where('deletedNumber', '==', 0),
    limit(portion),
  );
  for (;;) {
    const found = await server.docs.find(named);
    if (found.length === 0) return;
    for (const { path } of found)
      await transact(server, async (work) => {
        const former = await work.get(formerMemberSchema, path);
        if (former === null || former.deletedNumber > 0) return;
        const numbered = query(
          collectionPaths.formerMembers(former.teamId),
          orderBy('deletedNumber', 'desc'),
          limit(1),
        );
        const [last] = await work.find(formerMemberSchema, numbered);
        work.save(path, withoutName(former, (last?.deletedNumber ?? 0) + 1));
      });
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

/** Completes deletions whose run died, and removes the records of those completed long enough ago. A failure does not block the others. */
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
