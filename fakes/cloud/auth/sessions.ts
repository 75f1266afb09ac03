/** Sessions: one for each sign-in, found by its refresh token and by the tokens issued for it. */
import { BoundedMemo } from '#query/bounded-memo.ts';
import type { FactorKind, IdToken } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import { type Note, type Part, RecordMap } from '../records.ts';
import type { Account, Accounts } from './accounts.ts';
import { digestOf } from './password-hash.ts';
import type { Claims } from '#provider-kit/auth/claims.ts';
import { recentLoginMs, signToken, tokenLifeMs, verifyToken } from './tokens.ts';

/** The second factor that was proved, too. */
export interface ProvedFactor {
  readonly kind: FactorKind;
  readonly id: string;
}

export interface AccountSession {
  readonly id: string;
  /** Digest of the refresh token, which only its client has. */
  readonly refreshDigest: string;
  readonly uid: string;
  readonly provider: IdToken['signInProvider'];
  readonly secondFactor: ProvedFactor | null;
  /** Time of the person's last proof of identity, epoch milliseconds. */
  readonly provedAt: number;
  /** Claims of the custom token that the session began with. */
  readonly claims: Claims;
}

/** A new session, and the only time that its refresh token is known here. */
export interface Begun {
  readonly session: AccountSession;
  readonly refreshToken: string;
}

export interface Proof {
  readonly provider: AccountSession['provider'];
  readonly secondFactor: AccountSession['secondFactor'];
  readonly claims: Claims;
}

/** Sessions of one account: beyond, the one that was used longest ago ends. */
export const mostSessions = 100;

export class AuthSessions {
  private readonly byId: RecordMap<AccountSession>;
  private readonly byRefreshDigest = new Map<string, AccountSession>();
  /** Sessions of each person, to end them all. The one that was used longest ago is the first. */
  private readonly byUid = new Map<string, Set<string>>();
  /** Tokens are read on every request; they say the same each time. */
  private readonly read = new BoundedMemo<string, Claims | null>(10_000);
  private readonly accounts: Accounts;
  private readonly now: () => number;
  private readonly newId: () => string;
  private key: string;

  /** `key` signs the tokens. */
  constructor(
    accounts: Accounts,
    now: () => number,
    newId: () => string,
    key: string,
    note: Note = () => {},
  ) {
    this.byId = new RecordMap(note);
    this.accounts = accounts;
    this.now = now;
    this.newId = newId;
    this.key = key;
  }

  begin(uid: string, proof: Proof): Begun {
    const id = this.newId();
    const refreshToken = this.newId() + this.newId();
    const refreshDigest = digestOf(refreshToken);
    const session = this.put({ id, refreshDigest, uid, ...proof, provedAt: this.now() });
    this.endBeyond(uid);
    return { session, refreshToken };
  }

  /** Renews a session after another proof. `provedAt`: time of the last proof of the person. */
  renew(session: AccountSession, proof: Proof, provedAt: number): AccountSession {
    return this.put({ ...session, ...proof, provedAt });
  }

  /** Replaces a session's contents. */
  replace(session: AccountSession): AccountSession {
    return this.put(session);
  }

  byRefresh(refreshToken: string): AccountSession {
    const session = this.byRefreshDigest.get(digestOf(refreshToken));
    if (!session) throw expired();
    this.account(session);
    this.moveLast(session);
    return session;
  }

  end(refreshToken: string): void {
    const session = this.byRefreshDigest.get(digestOf(refreshToken));
    if (session) this.drop(session);
  }

  /** Ends every session of a person but `keep`. */
  endAll(uid: string, keep: string | null = null): void {
    for (const id of this.byUid.get(uid) ?? []) {
      const session = this.byId.get(id);
      if (session && id !== keep) this.drop(session);
    }
  }

  token(session: AccountSession): string {
    const account = this.account(session);
    const issuedAt = Math.floor(this.now() / 1000);
    const { provider, secondFactor } = session;
    const claims: Claims = {
      ...(account.displayName === null ? {} : { name: account.displayName }),
      ...(account.photoUrl === null ? {} : { picture: account.photoUrl }),
      ...account.claims,
      ...session.claims,
      ...(provider === 'anonymous' ? { provider_id: provider } : {}),
      iss: 'embedded',
      aud: 'embedded',
      sub: account.uid,
      user_id: account.uid,
      iat: issuedAt,
      exp: issuedAt + tokenLifeMs / 1000,
      auth_time: Math.floor(session.provedAt / 1000),
      sid: session.id,
      ...(account.email === null ? {} : { email: account.email, email_verified: account.emailVerified }),
      ...(account.phoneNumber === null ? {} : { phone_number: account.phoneNumber }),
      firebase: {
        identities: identitiesOf(account),
        sign_in_provider: provider,
        ...(secondFactor === null
          ? {}
          : { sign_in_second_factor: secondFactor.kind, second_factor_identifier: secondFactor.id }),
      },
    };
    return signToken(claims, this.key);
  }

  /**
   * Caller of a token; `null` for one that has expired, or is not from this cloud. Changes of session and account since its issue
   * are ignored, as all services but this one do.
   */
  verify(token: string): Caller | null {
    const claims = this.claims(token);
    if (!claims || Number(claims['exp']) * 1000 <= this.now()) return null;
    return { uid: String(claims['sub']), claims };
  }

  /** @throws auth/user-token-expired, auth/user-disabled, auth/requires-recent-login when a fresh proof is wanted */
  asking(
    token: string,
    options: { readonly recent?: boolean } = {},
  ): { account: Account; session: AccountSession } {
    const session = this.byId.get(String(this.claims(token)?.['sid']));
    if (!session || !this.verify(token)) throw expired();
    const account = this.account(session);
    if (options.recent && this.now() - session.provedAt > recentLoginMs)
      throw new PortError('auth/requires-recent-login', 'Sign in again before you change this.');
    return { account, session };
  }

  all(): readonly AccountSession[] {
    return [...this.byId.values()];
  }

  /** Key that signs the tokens: it leaves the cloud only in its stored records. */
  signingKey(): string {
    return this.key;
  }

  /** Replaces all sessions. With another `key` earlier tokens are invalid, and their clients request others. */
  replaceAll(sessions: readonly AccountSession[], key: string): void {
    this.key = key;
    for (const map of [this.byRefreshDigest, this.byUid, this.read]) map.clear();
    this.byId.replaceAll(sessions.map((session) => [session.id, session]));
    for (const session of sessions) this.index(session);
  }

  part(): Part {
    return this.byId.part();
  }

  private account(session: AccountSession): Account {
    const account = this.accounts.get(session.uid);
    if (!account) throw expired();
    if (account.disabled) throw disabled();
    return account;
  }

  private claims(token: string): Claims | null {
    return this.read.of(token, (text) => verifyToken(text, this.key));
  }

  private put(session: AccountSession): AccountSession {
    this.byId.set(session.id, session);
    this.index(session);
    return session;
  }

  private moveLast({ id, uid }: AccountSession): void {
    const ids = this.byUid.get(uid);
    if (ids?.delete(id)) ids.add(id);
  }

  private endBeyond(uid: string): void {
    const ids = [...(this.byUid.get(uid) ?? [])];
    for (const id of ids.slice(0, Math.max(0, ids.length - mostSessions))) {
      const session = this.byId.get(id);
      if (session) this.drop(session);
    }
  }

  private index(session: AccountSession): void {
    this.byRefreshDigest.set(session.refreshDigest, session);
    const ids = this.byUid.get(session.uid) ?? new Set();
    this.byUid.set(session.uid, ids.add(session.id));
  }

  private drop(session: AccountSession): void {
    this.byId.delete(session.id);
    this.byRefreshDigest.delete(session.refreshDigest);
    const ids = this.byUid.get(session.uid);
    ids?.delete(session.id);
    if (ids?.size === 0) this.byUid.delete(session.uid);
  }
}

/** Addresses, numbers and social accounts of a person, by kind. */
function identitiesOf({ email, phoneNumber, social }: Account): Readonly<Record<string, readonly string[]>> {
  const identities: Record<string, string[]> = {};
  if (email !== null) identities['email'] = [email];
  if (phoneNumber !== null) identities['phone'] = [phoneNumber];
  for (const { provider, uid } of social) (identities[provider] ??= []).push(uid);
  return identities;
}

export const disabled = () => new PortError('auth/user-disabled', 'This account has been disabled.');
const expired = () => new PortError('auth/user-token-expired', 'This session has ended. Sign in again.');
