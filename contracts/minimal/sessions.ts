/** Sessions of accounts, and the tokens that tell backend code who is calling. */
import type { Credential, IdToken, User } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import { idTokenOf } from '#provider-kit/auth/id-token.ts';
import type { Random } from '#provider-kit/random.ts';
import type { PlainAccounts } from './accounts.ts';

interface PlainSession {
  readonly uid: string;
  /** Epoch milliseconds of the last proof. */
  readonly authenticatedAt: number;
}

/** Stored session of a browser. */
export interface OpenSession {
  readonly id: string;
  readonly user: User;
  readonly token: IdToken;
}

const minuteMs = 60_000;
const tokenMs = 60 * minuteMs;
const recentMs = 5 * minuteMs;

export class PlainSessions {
  private readonly accounts: PlainAccounts;
  private readonly now: () => number;
  private readonly random: Random;
  private readonly sessions = new Map<string, PlainSession>();
  private readonly tokens = new Map<string, IdToken>();

  constructor(accounts: PlainAccounts, now: () => number, random: Random) {
    this.accounts = accounts;
    this.now = now;
    this.random = random;
  }

  /** @throws as `signIn` of the port */
  signIn(credential: Credential): OpenSession {
    return this.prove(this.random.id(), this.accounts.prove(credential).uid);
  }

  /** @throws auth/user-mismatch, and as `signIn` */
  reauthenticate(id: string, credential: Credential): OpenSession {
    const { uid } = this.accounts.prove(credential);
    if (uid !== this.session(id).uid)
      throw new PortError('auth/user-mismatch', 'This is the credential of another account.');
    return this.prove(id, uid);
  }

  /** The session with a new token. @throws auth/user-token-expired, auth/user-disabled */
  renew(id: string): OpenSession {
    const { uid, authenticatedAt } = this.session(id);
    const { user, claims } = this.accounts.usable(uid);
    const now = this.now();
    const shown = {
      ...claims,
      ...{ sub: uid, user_id: uid, email: user.email, email_verified: user.emailVerified },
      ...(user.displayName !== null && { name: user.displayName }),
      ...(user.photoUrl !== null && { picture: user.photoUrl }),
      ...{ iat: now / 1000, exp: (now + tokenMs) / 1000, auth_time: Math.floor(authenticatedAt / 1000) },
    };
    const token = idTokenOf(this.random.id(40), shown, { signInProvider: 'password', secondFactor: null });
    for (const [text, { expiresAt }] of this.tokens) if (expiresAt <= now) this.tokens.delete(text);
    this.tokens.set(token.token, token);
    return { id, user, token };
  }

  /** Caller of a token; `null` for an expired or revoked token. */
  callerOf(text: string | null): Caller | null {
    const token = this.tokens.get(text ?? '');
    if (!token || token.expiresAt <= this.now()) return null;
    return { uid: String(token.claims['sub']), claims: token.claims };
  }

  /** @throws as `renew` */
  userOf(id: string): User {
    return this.accounts.usable(this.session(id).uid).user;
  }

  updateProfile(id: string, changes: Partial<Pick<User, 'displayName' | 'photoUrl'>>): User {
    return this.accounts.change(this.session(id).uid, changes);
  }

  /** Every other session ends. @throws auth/requires-recent-login, auth/weak-password */
  updatePassword(id: string, password: string): void {
    const session = this.session(id);
    if (this.now() - session.authenticatedAt > recentMs)
      throw new PortError('auth/requires-recent-login', 'Sign in again before you change the password.');
    this.accounts.setPassword(session.uid, password);
    this.endAll(session.uid);
    this.sessions.set(id, session);
  }

  end(id: string): void {
    this.sessions.delete(id);
  }

  endAll(uid: string): void {
    for (const [id, session] of this.sessions) if (session.uid === uid) this.sessions.delete(id);
  }

  private prove(id: string, uid: string): OpenSession {
    this.accounts.change(uid, { lastSignInAt: this.now() });
    this.sessions.set(id, { uid, authenticatedAt: this.now() });
    return this.renew(id);
  }

  private session(id: string): PlainSession {
    const session = this.sessions.get(id);
    if (!session) throw new PortError('auth/user-token-expired', 'This session has ended.');
    return session;
  }
}
