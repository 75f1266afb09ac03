/** Expiry of what the service issues; the official part never expires anything. */
import { claimsOf } from '#adapters/firebase/auth/token.ts';
import { type PartState, Refusal } from './wire.ts';

const hourMs = 60 * 60_000;
const recentSeconds = 5 * 60;
const pendingLifeMs = hourMs;
const textLifeMs = 15 * 60_000;
/** Messages to one number. */
const perHour = 10;

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

  /** The part's own credential, with its content. */
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

/** Codes in text messages: each is for one purpose, and there are only so many. */
export class Texts {
  private readonly sent = new Map<string, { readonly purpose: string; readonly until: number }>();
  private readonly perDay: number;
  private log: readonly { readonly to: string; readonly at: number }[] = [];

  constructor(perDay: number) {
    this.perDay = perDay;
  }

  /** Counts a message before it is sent. */
  count(to: string): void {
    const within = (ms: number) => this.log.filter(({ at }) => at > Date.now() - ms);
    if (within(hourMs).filter((sent) => sent.to === to).length >= perHour)
      throw new Refusal('TOO_MANY_ATTEMPTS_TRY_LATER');
    if (within(24 * hourMs).length >= this.perDay)
      throw new Refusal('QUOTA_EXCEEDED : Exceeded daily quota.');
    this.log = [...this.log, { to, at: Date.now() }];
  }

  add(sessionInfo: string, purpose: string): void {
    this.sent.set(sessionInfo, { purpose, until: Date.now() + textLifeMs });
  }

  check(sessionInfo: string, purpose: string): void {
    const found = this.sent.get(sessionInfo);
    if (found?.purpose !== purpose) throw new Refusal('INVALID_SESSION_INFO');
    if (found.until <= Date.now()) throw new Refusal('SESSION_EXPIRED');
  }
}

const linkLifeMs: Readonly<Record<string, number>> = { PASSWORD_RESET: hourMs, EMAIL_SIGNIN: 6 * hourMs };
const otherLinkLifeMs = 72 * hourMs;

/** Links in mails. The part doesn't say which one it has just sent. */
export class Links {
  private readonly ends = new Map<string, number>();

  note(part: PartState): void {
    for (const { oobCode, requestType } of part.listOobCodes())
      if (!this.ends.has(oobCode))
        this.ends.set(oobCode, Date.now() + (linkLifeMs[requestType] ?? otherLinkLifeMs));
  }

  check(oobCode: string): void {
    if ((this.ends.get(oobCode) ?? Infinity) <= Date.now()) throw new Refusal('EXPIRED_OOB_CODE');
  }
}

/** @throws Refusal for an expired token of the server; the part refuses other invalid ones */
export function checkCustomToken(token: string): void {
  const until = claimsOf(token)?.['exp'];
  if (typeof until === 'number' && until <= seconds()) throw new Refusal('INVALID_CUSTOM_TOKEN');
}

/** A refresh token says here since when its session is; the part's own don't, so that it can't end one. */
export const sinceNow = (inner: string): string => withSince(seconds(), inner);

export const withSince = (since: number, inner: string): string => `${since}~${inner}`;

export function sinceOf(token: string): { readonly since: number; readonly inner: string } {
  const [since = '', inner = ''] = token.split('~');
  return { since: Number(since), inner };
}
