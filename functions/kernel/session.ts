/** The one check of a caller's session: that its person has not ended it by signing out everywhere. */
import { freshProofAt, type ProofOfToken } from '#domain/account/fresh-proof.ts';
import { endedSession, isEnded, type SessionBound } from '#domain/account/sessions.ts';
import { idOf } from '#domain/base.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { documentPaths } from '#api/paths.ts';
import type { Caller } from '#ports/server/handlers.ts';
import { CommandFailed } from './command-failed.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** `member`: the caller's in the team of the call; null: the profile is asked. Ends the call of a session that has ended. */
export async function requireSession(
  work: UnitOfWork,
  caller: Caller,
  member: SessionBound | null,
): Promise<void> {
  if (await isEndedSession(work, caller, member)) throw new CommandFailed(endedSession());
}

export async function isEndedSession(
  work: UnitOfWork,
  caller: Caller,
  member: SessionBound | null = null,
): Promise<boolean> {
  const profile = () => work.get(userProfileSchema, documentPaths.user(idOf(caller.uid)));
  return isEnded(member ?? (await profile()) ?? {}, provedAt(caller));
}

/** Time of the caller's last proof for what needs a fresh one (`domain/account/fresh-proof.ts`); null: none. */
export const proofOfCaller = (caller: Caller): number | null =>
  freshProofAt({ provedAt: provedAt(caller), ...proofOf(caller) });

function proofOf({ claims }: Caller): Pick<ProofOfToken, 'provider' | 'methods'> {
  const { firebase } = claims;
  if (typeof firebase !== 'object' || firebase === null) return { provider: null, methods: [] };
  const provider = 'sign_in_provider' in firebase ? firebase.sign_in_provider : null;
  const identities = 'identities' in firebase ? firebase.identities : null;
  return {
    provider: typeof provider === 'string' ? provider : null,
    methods: typeof identities === 'object' && identities !== null ? Object.keys(identities) : [],
  };
}

/** Time of the caller's last proof of identity; null for a token that does not tell. */
export function provedAt({ claims }: Caller): number | null {
  const seconds = claims['auth_time'];
  return typeof seconds === 'number' ? seconds * 1000 : null;
}
