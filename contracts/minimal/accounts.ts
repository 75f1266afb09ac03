/** Accounts. In memory, so passwords are kept as they are: a database keeps hashes. */
import type { Credential, User } from '#ports/auth/auth.ts';
import { bounds } from '#ports/defaults.ts';
import { PortError } from '#ports/errors.ts';
import type { ServerUsers } from '#ports/server/server.ts';
import type { Json } from '#ports/shared.ts';
import type { Random } from '#provider-kit/random.ts';

interface PlainAccount {
  readonly user: User;
  readonly password: string | null;
  readonly claims: Readonly<Record<string, Json>>;
  readonly disabled: boolean;
}

interface Guesses {
  readonly count: number;
  readonly until: number;
}

const mostGuesses = 10;
const guessesMs = 15 * 60_000;
const mostClaims = 1000;
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export class PlainAccounts {
  private readonly now: () => number;
  private readonly random: Random;
  private readonly accounts = new Map<string, PlainAccount>();
  /** Wrong passwords by address. */
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
  create(given: Parameters<ServerUsers['create']>[0]): User {
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

  /** Account that a credential proves. @throws as `signIn` of the port */
  prove(credential: Credential): User {
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
    return account.user;
  }

  /** @throws auth/user-not-found, auth/user-disabled */
  usable(uid: string): PlainAccount {
    const account = this.found(uid);
    if (account.disabled) throw disabled();
    return account;
  }

  /** @throws auth/user-not-found */
  found(uid: string): PlainAccount {
    const account = this.accounts.get(uid);
    if (!account) throw new PortError('auth/user-not-found', `There is no account ${uid}.`);
    return account;
  }

  change(uid: string, changes: Partial<User>): User {
    const account = this.usable(uid);
    return this.put({ ...account, user: { ...account.user, ...changes } });
  }

  /** @throws auth/missing-password, auth/weak-password */
  setPassword(uid: string, password: string): void {
    checkPassword(password);
    const { email } = this.put({ ...this.usable(uid), password });
    this.guesses.delete(email ?? '');
  }

  /** @throws auth/user-not-found; invalid-argument for more than 1,000 characters */
  setClaims(uid: string, claims: Readonly<Record<string, Json>>): void {
    if (JSON.stringify(claims).length > mostClaims)
      throw new PortError('invalid-argument', `Claims have at most ${mostClaims} characters.`);
    this.put({ ...this.found(uid), claims: { ...claims } });
  }

  /** @throws auth/user-not-found */
  setDisabled(uid: string, isDisabled: boolean): void {
    this.put({ ...this.found(uid), disabled: isDisabled });
  }

  remove(uid: string): void {
    this.accounts.delete(uid);
  }

  private put(account: PlainAccount): User {
    const user = Object.freeze({ ...account.user });
    this.accounts.set(user.uid, { ...account, user });
    return user;
  }

  private withEmail(email: string): PlainAccount | undefined {
    const wanted = email.toLowerCase();
    return [...this.accounts.values()].find(({ user }) => user.email === wanted);
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
