/** State of the auth service, with its records for storage and restore. */
import { isPortError } from '#ports/errors.ts';
import {
  onePart,
  oneOf,
  readableEntries,
  readEach,
  RecordMap,
  type ServiceRecords,
  serviceRecords,
} from '../records.ts';
import { HourlyCounters } from '../quotas.ts';
import type { Platform } from '../service.ts';
import { Accounts } from './accounts.ts';
import type { AuthData, AuthMeta, Pending, TotpSetup } from './auth-data.ts';
import { Codes } from './codes.ts';
import { GuessGuard } from './guesses.ts';
import { hashPassword, type PasswordHash } from './password-hash.ts';
import { type PasswordAsked, type PasswordWork, PreparedPasswords } from './password-work.ts';
import { PasswordQueue, type PasswordRequest } from '#provider-kit/auth/password-queue.ts';
import { ResolvedProject } from '#provider-kit/auth/project.ts';
import { AuthSessions } from './sessions.ts';
import { stored } from './stored.ts';

export class AuthState {
  readonly platform: Platform;
  readonly project: ResolvedProject;
  readonly accounts = new Accounts((uid) => this.note(`account/${uid}`));
  readonly sessions: AuthSessions;
  readonly codes: Codes;
  readonly guesses: GuessGuard;
  readonly counters: HourlyCounters;
  readonly pending = new RecordMap<Pending>((id) => this.note(`pending/${id}`));
  readonly setups = new RecordMap<TotpSetup>((id) => this.note(`setup/${id}`));
  readonly records: ServiceRecords;
  private random;
  private prepared = new PreparedPasswords();
  private readonly queue = new PasswordQueue();
  /** Number of random draws: a restored cloud goes on with other ids, not the same again. */
  private drawn = 0;

  constructor(platform: Platform) {
    this.platform = platform;
    this.project = new ResolvedProject(platform.options.auth, platform.options.socialAccounts);
    this.random = platform.random.fork('auth');
    const now = () => this.now();
    const key = platform.random.fork('auth/key').id(32);
    this.sessions = new AuthSessions(
      this.accounts,
      now,
      () => this.newId(),
      key,
      (id) => this.note(`session/${id}`),
    );
    this.codes = new Codes(
      now,
      () => this.chance(),
      this.project,
      (record) => this.note(record),
      (message) => platform.options.onMessage?.(message),
    );
    this.counters = new HourlyCounters(platform.options.quotas ?? null, platform.clock);
    this.guesses = new GuessGuard(now, (about) => this.note(`guess/${about}`));
    this.records = this.asRecords();
  }

  now(): number {
    return this.platform.clock.now();
  }

  newId(length?: number): string {
    return this.chance().id(length);
  }

  chance() {
    this.drawn++;
    return this.random;
  }

  /** Hash of a password, with a salt of its own. */
  hashed(password: string): PasswordHash {
    return this.prepared.hashOf(password) ?? hashPassword(password, this.newId(16));
  }

  isPassword(stored: PasswordHash | null, password: string): boolean {
    return this.prepared.isPassword(stored, password);
  }

  /** Whether a hash has fewer rounds than new ones get. */
  isWeak({ rounds }: PasswordHash): boolean {
    return rounds < (this.platform.options.passwords?.rounds ?? 0);
  }

  /**
   * Runs what needs a password's hash, which is derived first, in the turn of the request's connection. For an address without an
   * account as well, so that the time tells nothing. @throws auth/too-many-requests
   */
  withPassword<T>(
    work: PasswordWork,
    asked: PasswordAsked,
    { connection, signal }: PasswordRequest,
    run: () => T,
  ): Promise<T> {
    return this.queue.add(connection, signal, async () => {
      const prepared = await this.prepare(work, asked);
      this.prepared = prepared;
      try {
        return run();
      } finally {
        this.prepared = new PreparedPasswords();
      }
    });
  }

  private async prepare({ rounds, derive }: PasswordWork, { email, password }: PasswordAsked) {
    const prepared = new PreparedPasswords();
    const address = email === null ? null : email.trim().toLowerCase();
    if (address !== null) this.guesses.check(`password ${address}`);
    const stored = address === null ? null : (this.accounts.byEmail(address)?.password ?? null);
    if (stored) prepared.keepDerived(password, stored, await derive(password, stored.salt, stored.rounds));
    if (stored && !this.isWeak(stored)) return prepared;
    const salt = this.newId(16);
    prepared.keepNew(password, { salt, rounds, hash: await derive(password, salt, rounds) });
    return prepared;
  }

  origin(): string {
    return this.platform.options.origin ?? 'http://localhost';
  }

  /** Runs a check of a guess; too many wrong ones in a row block further checks for a while. @throws auth/too-many-requests */
  guarded<T>(about: string, check: () => T): T {
    this.guesses.check(about);
    try {
      const right = check();
      this.guesses.right(about);
      return right;
    } catch (error) {
      if (isPortError(error, 'auth/invalid-verification-code')) {
        this.guesses.wrong(about);
        this.changed();
      }
      throw error;
    }
  }

  changed(): void {
    this.note('meta/');
  }

  private note(key: string): void {
    this.platform.changed('auth', () => [key]);
  }

  snapshot(): AuthData {
    return {
      accounts: this.accounts.all(),
      sessions: this.sessions.all(),
      codes: this.codes.snapshot(),
      guesses: this.guesses.all(),
      pending: [...this.pending.values()],
      setups: [...this.setups.values()],
      key: this.sessions.signingKey(),
      drawn: this.drawn,
    };
  }

  /** @throws TypeError for accounts or sessions in the form of an earlier version, which held secrets in clear */
  restore(data: AuthData): void {
    checkStored(data);
    this.accounts.replaceAll(data.accounts);
    const newKey = () => this.platform.random.fork(`auth/key/${data.drawn}`).id(32);
    this.sessions.replaceAll(data.sessions, data.key ?? newKey());
    this.codes.restore(data.codes);
    this.guesses.replaceAll(data.guesses);
    this.pending.replaceAll(data.pending.map((pending) => [pending.id, pending]));
    this.setups.replaceAll(data.setups.map((setup) => [setup.id, setup]));
    this.drawn = data.drawn;
    this.random = this.platform.random.fork(`auth/${data.drawn}`);
  }

  private asRecords(): ServiceRecords {
    return serviceRecords(
      {
        meta: onePart((): AuthMeta => ({ key: this.sessions.signingKey(), drawn: this.drawn })),
        account: this.accounts.part(),
        session: this.sessions.part(),
        email: this.codes.emails.part(),
        phone: this.codes.phones.part(),
        message: this.codes.messages.part(),
        guess: this.guesses.part(),
        pending: this.pending.part(),
        setup: this.setups.part(),
      },
      ({ meta, account, session, email, phone, message, guess, pending, setup }, aside) =>
        this.restore({
          // Without the key all tokens are renewed; numbers drawn before are passed over.
          ...oneOf('meta', meta, aside, stored.meta, (): AuthMeta => ({ drawn: this.now() })),
          accounts: readEach('account', account, aside, stored.account),
          sessions: readEach('session', session, aside, stored.session),
          codes: {
            emails: readEach('email', email, aside, stored.email),
            phones: readEach('phone', phone, aside, stored.phone),
            messages: readEach('message', message, aside, stored.message),
          },
          guesses: readableEntries('guess', guess, aside, stored.guess),
          pending: readEach('pending', pending, aside, stored.pending),
          setups: readEach('setup', setup, aside, stored.setup),
        }),
    );
  }
}

function checkStored({ accounts, sessions }: AuthData): void {
  const hashed = accounts.every(({ password }) => password === null || typeof password.hash === 'string');
  if (!hashed || !sessions.every(({ refreshDigest }) => typeof refreshDigest === 'string'))
    throw new TypeError('The accounts were written by an earlier version.');
}
