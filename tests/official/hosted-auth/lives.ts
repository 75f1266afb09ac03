/** What the service hands out for a while; to the official part nothing is ever too old. */
import { claimsOf } from '#adapters/firebase/auth/token.ts';
import { Refusal } from './wire.ts';

const recentSeconds = 5 * 60;
const pendingLifeMs = 60 * 60_000;
const textLifeMs = 15 * 60_000;

const seconds = () => Math.floor(Date.now() / 1000);

/** @throws Refusal unless the person proved who they are within five minutes */
export function checkRecent(idToken: string): void {
  if (seconds() - Number(claimsOf(idToken)?.['auth_time']) > recentSeconds)
    throw new Refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
}

/** First halves of sign-ins. The part's own are the same each time. */
export class Pending {
  private readonly halves = new Map<string, { readonly inner: string; readonly until: number }>();

  add(inner: string): string {
    const id = crypto.randomUUID();
    this.halves.set(id, { inner, until: Date.now() + pendingLifeMs });
    return id;
  }

  /** The part's own credential, and what it says. */
  get(id: string): { readonly inner: string; readonly localId: string; readonly signInProvider: string } {
    const half = this.halves.get(id);
    if (!half || half.until <= Date.now()) throw new Refusal('INVALID_MFA_PENDING_CREDENTIAL');
    const said = JSON.parse(atob(half.inner)) as {
      readonly localId: string;
      readonly signInProvider: string;
    };
    return { ...said, inner: half.inner };
  }

  end(id: string): void {
    this.halves.delete(id);
  }
}

/** Codes in text messages: each is for one purpose. */
export class Texts {
  private readonly sent = new Map<string, { readonly purpose: string; readonly until: number }>();

  add(sessionInfo: string, purpose: string): void {
    this.sent.set(sessionInfo, { purpose, until: Date.now() + textLifeMs });
  }

  check(sessionInfo: string, purpose: string): void {
    const found = this.sent.get(sessionInfo);
    if (found?.purpose !== purpose) throw new Refusal('INVALID_SESSION_INFO');
    if (found.until <= Date.now()) throw new Refusal('SESSION_EXPIRED');
  }
}

/** A refresh token says here since when its session is; the part's own don't, so that it can't end one. */
export const sinceNow = (inner: string): string => withSince(seconds(), inner);

export const withSince = (since: number, inner: string): string => `${since}~${inner}`;

export function sinceOf(token: string): { readonly since: number; readonly inner: string } {
  const [since = '', inner = ''] = token.split('~');
  return { since: Number(since), inner };
}
