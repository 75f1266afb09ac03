/** Accounts, sessions and tokens. In memory, so passwords are kept as they are: a database keeps hashes. */
import type { Credential, IdToken, User } from '#ports/auth/auth.ts';
import { bounds } from '#ports/defaults.ts';
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { Json } from '#ports/shared.ts';
import { idTokenOf } from '#provider-kit/auth/id-token.ts';
import type { Random } from '#provider-kit/random.ts';

type Claims = Readonly<Record<string, Json>>;

interface Account {
  readonly user: User;
  readonly password: string | null;
  readonly claims: Claims;
  readonly disabled: boolean;
}

interface Session {
  readonly uid: string;
  /** Epoch milliseconds of the last proof. */
  readonly authenticatedAt: number;
}

/** What a browser keeps of a session. */
export interface OpenSession {
  readonly id: string;
  readonly user: User;
  readonly token: IdToken;
}

interface Guesses {
  readonly count: number;
  readonly until: number;
}

const minuteMs = 60_000;
const tokenMs = 60 * minuteMs;
const recentMs = 5 * minuteMs;
const mostGuesses = 10;
const guessesMs = 15 * minuteMs;
const mostClaims = 1000;
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export class Accounts {
  private readonly now: () => number;
  private readonly random: Random;
  private readonly accounts = new Map<string, Account>();
  private readonly sessions = new Map<string, Session>();
  private readonly tokens = new Map<string, IdToken>();
  private readonly guesses = new Map<string, Guesses>();

  constructor(now: () => number, random: Random) {
    this.now = now;
    this.random = random;
  }

  get(uid: string): User | null {
    return this.accounts.get(uid)?.user ?? null;
  }

  byEmail(email: string): User | null {
    return this.withEmail(email)?.user ?? null;
  }

  /** @throws already-exists, and as `createUser` of the port */
  create(given: {
    readonly uid?: string;
    readonly email?: string;
    readonly password?: string;
    readonly displayName?: string;
    readonly emailVerified?: boolean;
  }): User {
    const { uid = this.random.id(28), password = null } = given;
    const email = given.email === undefined ? null : normalAddress(given.email);
    if (password !== null) checkPassword(password);
    if (this.accounts.has(uid)) throw new PortError('already-exists', `There is an account ${uid}.`);
    if (email !== null && this.withEmail(email))
      throw new PortError('auth/email-already-in-use', 'There is an account with this address.');
    const user: User = {
      ...{ uid, email, emailVerified: given.emailVerified ?? false },
      ...{ displayName: given.displayName ?? null, photoUrl: null, phoneNumber: null, isAnonymous: false },
      providers: email === null ? [] : [passwordProvider(email)],
      factors: [],
      createdAt: this.now(),
      lastSignInAt: this.now(),
    };
    return this.put({ user, password, claims: {}, disabled: false });
  }

  /** Opens a session. @throws as `signIn` of the port */
  signIn(credential: Credential): OpenSession {
    const { user, ...account } = this.prove(credential);
    this.put({ ...account, user: { ...user, lastSignInAt: this.now() } });
    const id = this.random.id();
    this.sessions.set(id, { uid: user.uid, authenticatedAt: this.now() });
    return this.renew(id);
  }

  /** @throws auth/user-mismatch, and as `signIn` */
  reauthenticate(id: string, credential: Credential): OpenSession {
    const { user } = this.prove(credential);
    if (user.uid !== this.session(id).uid)
      throw new PortError('auth/user-mismatch', 'This is the credential of another account.');
    this.sessions.set(id, { uid: user.uid, authenticatedAt: this.now() });
    return this.renew(id);
  }

  /** The session with a new token. @throws auth/user-token-expired, auth/user-disabled */
  renew(id: string): OpenSession {
    const { uid, authenticatedAt } = this.session(id);
    const { user, claims } = this.account(uid);
    const seconds = (ms: number) => Math.floor(ms / 1000);
    const token = idTokenOf(this.random.id(40), {
      ...claims,
      ...{ sub: uid, user_id: uid, email: user.email, email_verified: user.emailVerified },
      ...(user.displayName !== null && { name: user.displayName }),
      ...(user.photoUrl !== null && { picture: user.photoUrl }),
      iat: this.now() / 1000,
      exp: (this.now() + tokenMs) / 1000,
      auth_time: seconds(authenticatedAt),
      firebase: { sign_in_provider: 'password', identities: { email: [user.email] } },
    });
    for (const [text, { expiresAt }] of this.tokens) if (expiresAt <= this.now()) this.tokens.delete(text);
    this.tokens.set(token.token, token);
    return { id, user, token };
  }

  /** Who calls with this token; `null` for one that is not good any more. */
  callerOf(text: string | null): Caller | null {
    const token = this.tokens.get(text ?? '');
    if (!token || token.expiresAt <= this.now()) return null;
    return { uid: String(token.claims['sub']), claims: token.claims };
  }

  /** The session's account. @throws as `renew` */
  userOf(id: string): User {
    return this.account(this.session(id).uid).user;
  }

  updateProfile(id: string, changes: Partial<Pick<User, 'displayName' | 'photoUrl'>>): User {
    const account = this.account(this.session(id).uid);
    return this.put({ ...account, user: { ...account.user, ...changes } });
  }

  /** Every other session ends. @throws auth/requires-recent-login, auth/weak-password */
  updatePassword(id: string, password: string): void {
    const session = this.session(id);
    const account = this.account(session.uid);
    if (this.now() - session.authenticatedAt > recentMs)
      throw new PortError('auth/requires-recent-login', 'Sign in again before you change the password.');
    checkPassword(password);
    this.put({ ...account, password });
    this.endAll(session.uid);
    this.sessions.set(id, session);
    this.guesses.delete(account.user.email ?? '');
  }

  end(id: string): void {
    this.sessions.delete(id);
  }

  /** @throws auth/user-not-found */
  revokeSessions(uid: string): void {
    this.found(uid);
    this.endAll(uid);
  }

  /** @throws auth/user-not-found; invalid-argument for more than 1,000 characters */
  setClaims(uid: string, claims: Claims): void {
    if (JSON.stringify(claims).length > mostClaims)
      throw new PortError('invalid-argument', `Claims have at most ${mostClaims} characters.`);
    this.put({ ...this.found(uid), claims: { ...claims } });
  }

  /** @throws auth/user-not-found */
  setDisabled(uid: string, disabled: boolean): void {
    this.put({ ...this.found(uid), disabled });
  }

  remove(uid: string): void {
    this.endAll(uid);
    this.accounts.delete(uid);
  }

  /** @throws auth/user-not-found */
  found(uid: string): Account {
    const account = this.accounts.get(uid);
    if (!account) throw new PortError('auth/user-not-found', `There is no account ${uid}.`);
    return account;
  }

  private put(account: Account): User {
    const user = Object.freeze({ ...account.user });
    this.accounts.set(user.uid, { ...account, user });
    return user;
  }

  private withEmail(email: string): Account | undefined {
    const wanted = email.toLowerCase();
    return [...this.accounts.values()].find(({ user }) => user.email === wanted);
  }

  private prove(credential: Credential): Account {
    if (credential.kind !== 'password')
      throw new PortError('auth/operation-not-allowed', 'People sign in by email and password here.');
    const email = normalAddress(credential.email);
    if (credential.password === '') throw new PortError('auth/missing-password', 'Type a password.');
    const { count, until } = this.guesses.get(email) ?? { count: 0, until: 0 };
    const made = this.now() < until ? count : 0;
    if (made >= mostGuesses)
      throw new PortError('auth/too-many-requests', 'There were too many wrong passwords. Wait a while.');
    const account = this.withEmail(email);
    if (account?.disabled) throw disabled();
    if (account?.password !== credential.password) {
      this.guesses.set(email, { count: made + 1, until: this.now() + guessesMs });
      throw new PortError('auth/invalid-credential', 'The address or the password is wrong.');
    }
    this.guesses.delete(email);
    return account;
  }

  private session(id: string): Session {
    const session = this.sessions.get(id);
    if (!session) throw new PortError('auth/user-token-expired', 'This session has ended.');
    return session;
  }

  private account(uid: string): Account {
    const account = this.found(uid);
    if (account.disabled) throw disabled();
    return account;
  }

  private endAll(uid: string): void {
    for (const [id, session] of this.sessions) if (session.uid === uid) this.sessions.delete(id);
  }
}

const disabled = () => new PortError('auth/user-disabled', 'This account is disabled.');

const passwordProvider = (email: string): User['providers'][number] =>
  Object.freeze({ providerId: 'password', uid: email, email, phoneNumber: null, displayName: null });

/** @throws auth/missing-email, auth/invalid-email */
function normalAddress(email: string): string {
  if (email === '') throw new PortError('auth/missing-email', 'Type an email address.');
  if (!address.test(email)) throw new PortError('auth/invalid-email', `${email} is no email address.`);
  return email.toLowerCase();
}

/** @throws auth/missing-password, auth/weak-password */
function checkPassword(password: string): void {
  const least = bounds.passwordMinLength.default;
  if (password === '') throw new PortError('auth/missing-password', 'Type a password.');
  if (password.length < least) throw new PortError('auth/weak-password', `Use at least ${least} characters.`);
}
