/** The accounts, and the ways to find one. An account is replaced, never changed. */
import type { EnrolledFactor, FactorKind, LinkedProvider, SocialProvider, User } from '#ports/auth/auth.ts';
import type { PasswordHash } from './password-hash.ts';
import { type Note, type Part, RecordMap } from '../records.ts';
import type { Claims } from '#provider-kit/auth/claims.ts';

export interface SocialIdentity {
  readonly provider: SocialProvider;
  readonly uid: string;
  readonly email: string | null;
  readonly displayName: string | null;
}

export interface Factor {
  readonly id: string;
  readonly kind: FactorKind;
  readonly displayName: string | null;
  readonly enrolledAt: number;
  readonly phoneNumber: string | null;
  /** Base32; `null` for a phone. */
  readonly secret: string | null;
  /** The last period whose code was accepted: a code is good once. */
  readonly usedPeriod: number;
}

export interface Account {
  readonly uid: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly displayName: string | null;
  readonly photoUrl: string | null;
  readonly phoneNumber: string | null;
  readonly anonymous: boolean;
  readonly password: PasswordHash | null;
  /** Signs in by links sent to its address. */
  readonly emailLink: boolean;
  readonly social: readonly SocialIdentity[];
  readonly factors: readonly Factor[];
  readonly claims: Claims;
  readonly disabled: boolean;
  readonly createdAt: number;
  readonly lastSignInAt: number;
}

export const blankAccount = (uid: string, now: number): Account => ({
  uid,
  email: null,
  emailVerified: false,
  displayName: null,
  photoUrl: null,
  phoneNumber: null,
  anonymous: false,
  password: null,
  emailLink: false,
  social: [],
  factors: [],
  claims: {},
  disabled: false,
  createdAt: now,
  lastSignInAt: now,
});

export class Accounts {
  private readonly byUid: RecordMap<Account>;
  private readonly index = new Map<string, string>();

  constructor(note: Note = () => {}) {
    this.byUid = new RecordMap(note);
  }

  get(uid: string): Account | null {
    return this.byUid.get(uid) ?? null;
  }

  byEmail(email: string): Account | null {
    return this.find(`email ${email}`);
  }

  byPhone(phoneNumber: string): Account | null {
    return this.find(`phone ${phoneNumber}`);
  }

  bySocial(provider: string, uid: string): Account | null {
    return this.find(`social ${provider} ${uid}`);
  }

  put(account: Account): Account {
    this.remove(account.uid);
    this.byUid.set(account.uid, account);
    for (const key of keysOf(account)) this.index.set(key, account.uid);
    return account;
  }

  remove(uid: string): void {
    const account = this.byUid.get(uid);
    if (!account) return;
    this.byUid.delete(uid);
    for (const key of keysOf(account)) this.index.delete(key);
  }

  all(): readonly Account[] {
    return [...this.byUid.values()];
  }

  replaceAll(accounts: readonly Account[]): void {
    this.index.clear();
    this.byUid.replaceAll(accounts.map((account) => [account.uid, account]));
    for (const account of accounts) for (const key of keysOf(account)) this.index.set(key, account.uid);
  }

  part(): Part {
    return this.byUid.part();
  }

  private find(key: string): Account | null {
    const uid = this.index.get(key);
    return uid === undefined ? null : this.get(uid);
  }
}

function keysOf(account: Account): string[] {
  const keys = account.social.map(({ provider, uid }) => `social ${provider} ${uid}`);
  if (account.email !== null) keys.push(`email ${account.email}`);
  if (account.phoneNumber !== null) keys.push(`phone ${account.phoneNumber}`);
  return keys;
}

/** The part of an account that clients and server code see. */
export function toUser(account: Account): User {
  return {
    uid: account.uid,
    email: account.email,
    emailVerified: account.emailVerified,
    displayName: account.displayName,
    photoUrl: account.photoUrl,
    phoneNumber: account.phoneNumber,
    isAnonymous: account.anonymous,
    providers: providersOf(account),
    factors: account.factors.map(toFactor),
    createdAt: account.createdAt,
    lastSignInAt: account.lastSignInAt,
  };
}

export const toFactor = (factor: Factor): EnrolledFactor => ({
  id: factor.id,
  kind: factor.kind,
  displayName: factor.displayName,
  enrolledAt: factor.enrolledAt,
  phoneHint: factor.phoneNumber && hidden(factor.phoneNumber),
});

const hidden = (phoneNumber: string) => `+${'*'.repeat(phoneNumber.length - 5)}${phoneNumber.slice(-4)}`;

function providersOf(account: Account): readonly LinkedProvider[] {
  const providers: LinkedProvider[] = [];
  const { email, phoneNumber, displayName } = account;
  if (email !== null && (account.password !== null || account.emailLink))
    providers.push({ providerId: 'password', uid: email, email, phoneNumber: null, displayName });
  if (phoneNumber !== null)
    providers.push({ providerId: 'phone', uid: phoneNumber, email: null, phoneNumber, displayName: null });
  for (const { provider, ...identity } of account.social)
    providers.push({ providerId: provider, phoneNumber: null, ...identity });
  return providers;
}
