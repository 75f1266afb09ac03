/** Recovery codes: made by who is signed in, used by who can't get past the second step of signing in. */
import { isRecentProof } from '#domain/account/deletion.ts';
import {
  countAttempt,
  parseRecoveryCode,
  recoveryAttemptsSchema,
  type RecoveryCodes,
  recoveryCodesSchema,
  recoveryDigest,
  unusableCode,
  withoutCode,
} from '#domain/account/recovery-codes.ts';
import { idOf, isId } from '#domain/base.ts';
import { constants } from '#domain/constants.ts';
import { sha256Hex } from '#domain/digest.ts';
import { domainError, type DomainError } from '#domain/errors.ts';
import { type UserProfile, userProfileSchema } from '#domain/team/user-profile.ts';
import { revised } from '#domain/transition.ts';
import type { CheckedAccountCallInput } from '#api/account.ts';
import type { CheckedRecoveryInput } from '#api/recovery.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { CommandFailed, fail, portErrorOf } from '../kernel/command-failed.ts';
import { proofOfCaller } from '../kernel/session.ts';
import { commandWork } from '../kernel/system.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { endRecovery } from './recovery-state.ts';
import { removeFactors } from './remove-factors.ts';

/** New codes; those from before are worth nothing from then on. */
export async function makeRecoveryCodes(
  { digests }: CheckedAccountCallInput<'makeRecoveryCodes'>,
  work: UnitOfWork,
  caller: Caller,
): Promise<Record<never, never>> {
  const userId = idOf(caller.uid);
  if (!isRecentProof(proofOfCaller(caller), work.now))
    fail(
      'forbidden',
      {},
      `You signed in more than ${constants.recentProofMinutes} minutes ago. Confirm that it is you, then make the codes.`,
    );
  const path = serverPaths.recoveryCodes(userId);
  const before = await work.get(recoveryCodesSchema, path);
  const made = { id: userId, createdAt: work.now, createdBy: userId };
  work.save(path, { ...made, revision: (before?.revision ?? 0) + 1, digests } satisfies RecoveryCodes);
  const profile = await work.get(userProfileSchema, documentPaths.user(userId));
  if (profile !== null)
    keepCount(work, profile, { recoveryCodesLeft: digests.length, recoveryCodesAt: work.now });
  return {};
}

const keepCount = (
  work: UnitOfWork,
  profile: UserProfile,
  count: Pick<UserProfile, 'recoveryCodesLeft' | 'recoveryCodesAt'>,
): void => work.save(documentPaths.user(profile.id), revised(profile, count));

/**
 * Removes the second factors for one code. Attempts are counted by address, whether it has an account or not, and one answer serves
 * every invalid code: neither reveals who has an account.
 */
export async function redeemRecoveryCode(
  server: ServerPorts,
  { address, code: typed }: CheckedRecoveryInput<'redeemRecoveryCode'>,
): Promise<Record<never, never>> {
  const account = await server.users.byEmail(address);
  const code = parseRecoveryCode(typed);
  const refused = await transact(server, async (work): Promise<DomainError | null> => {
    const attemptsPath = serverPaths.recoveryAttempts(sha256Hex(address.toLowerCase()));
    const counted = countAttempt(await work.get(recoveryAttemptsSchema, attemptsPath), work.now);
    if (!counted.ok) throw new CommandFailed(counted.error);
    const uid = account?.uid ?? null;
    const used = uid !== null && isId(uid) && code !== null && (await redeem(work, uid, code));
    if (used) work.remove(attemptsPath);
    // Stored although the code is refused: the refusal is thrown after the transaction, because an error inside would roll it back.
    else work.save(attemptsPath, counted.attempts);
    return used ? null : domainError('not_found', {}, unusableCode);
  });
  if (refused !== null) throw portErrorOf(refused);
  return {};
}

/** False: none of the person's codes. */
async function redeem(work: UnitOfWork, userId: string, code: string): Promise<boolean> {
  const path = serverPaths.recoveryCodes(userId);
  const codes = await work.get(recoveryCodesSchema, path);
  const left = codes && withoutCode(codes.digests, recoveryDigest(userId, code));
  if (codes === null || left === null) return false;
  work.save(path, revised<RecoveryCodes>(codes, { digests: left }));
  await endRecovery(commandWork(work), userId);
  await removeFactors(commandWork(work), userId, {
    event: 'redeemRecoveryCode',
    by: userId,
    body: `A recovery code was used for it; ${left.length} are left. If it was not you, change your password and sign out everywhere.`,
    changes: { recoveryCodesLeft: left.length },
  });
  return true;
}
