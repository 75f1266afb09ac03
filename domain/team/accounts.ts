/** Requirements on an account for a team, beside its role there. */
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

/** A guest becomes a member of no team but a demonstration, which nobody needs an invite for. */
export function mayAcceptInvite(guest: boolean): Verdict {
  if (!guest) return { allowed: true };
  return {
    allowed: false,
    reason: 'A guest can’t join a team. Create an account first, then open the invite again.',
  };
}

export interface KnownAddress {
  /** Null: the account has none. */
  readonly address: string | null;
  /** State of the address at the backend; one that is not verified counts for nothing. */
  readonly verified: boolean;
}

/** Whether a team that accepts only certain mail domains accepts this address. `domains` empty: it accepts everybody. */
export function mayJoinByAddress(domains: readonly string[], { address, verified }: KnownAddress): Verdict {
  if (domains.length === 0) return { allowed: true };
  const no = (reason: string): Verdict => ({ allowed: false, reason });
  if (address === null || !domains.includes(domainOf(address))) {
    const taken = domains.map((domain) => `@${domain}`).join(' or ');
    return no(`This team takes addresses of ${taken} only. Sign in with one of these.`);
  }
  if (verified) return { allowed: true };
  return no(
    'Your address is not confirmed yet. Follow the link in the mail that was sent to it, then try again.',
  );
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
