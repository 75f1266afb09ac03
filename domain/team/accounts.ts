/** What an account must be like to be in a team, beside the role that it has there. */
import { isId } from '../base.ts';
import type { Verdict } from '../permissions.ts';

/** User ids come from the sign-in provider, where a custom token may name any string. */
export function mayUse(userId: string): Verdict {
  if (isId(userId)) return { allowed: true };
  const reason =
    'The id of this account has characters that can’t be stored. Sign in with another account, or ask whoever runs your sign-in.';
  return { allowed: false, reason };
}

/** A guest is signed in without an account of their own. */
export function mayCreateTeam(guest: boolean): Verdict {
  if (!guest) return { allowed: true };
  return { allowed: false, reason: 'A guest can’t create a team. Create an account first.' };
}
