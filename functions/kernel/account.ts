/** Check that a caller's account is not deleted: a token issued before may be valid for an hour, and must begin nothing new. */
import { accountDeletionSchema } from '#domain/account/deletion.ts';
import { serverPaths } from '#api/server-paths.ts';
import { fail } from './command-failed.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Ends a call from a deleted account. */
export async function requireAccount(work: UnitOfWork, userId: string): Promise<void> {
  const deletion = await work.get(accountDeletionSchema, serverPaths.accountDeletion(userId));
  if (deletion !== null) fail('unauthenticated', {}, 'This account was deleted. Create another one.');
}
