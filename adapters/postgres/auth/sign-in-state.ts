/** What all operations of sign-in use: the database, the project's settings, and messages that go out once a change is stored. */
import type { IdToken, User } from '#ports/auth/auth.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import { actionLink, type CodeDelivery } from '#provider-kit/auth/action-links.ts';
import { mailFor } from '#provider-kit/auth/messages.ts';
import type { PasswordRequest } from '#provider-kit/auth/password-queue.ts';
import type { ResolvedProject } from '#provider-kit/auth/project.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { SqlDatabase } from '../database.ts';
import type { Sql } from '../sql.ts';
import { signedToken } from './access-tokens.ts';
import { type AccountRecord, accountByEmail, userOf } from './account-records.ts';
import { type ActionRecord, addActionCode } from './action-records.ts';
import type { Attempts } from './attempts.ts';
import type { ProviderIdentity } from './social/social-profile.ts';
import type { SocialProviders } from './social/social-providers.ts';
import type { AuthMail, SecurityNotices } from './security-notices.ts';
import type { PasswordHasher } from './password-hashes.ts';
import { type SessionWithAccount, tokenClaims } from './session-records.ts';

export interface AuthKeys {
  /** Signs access tokens and custom tokens. */
  readonly tokens: string;
  /** Encrypts secrets of authenticator apps, and queued mails. */
  readonly factors: string;
}

export interface SignInState {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  readonly project: ResolvedProject;
  readonly social: SocialProviders;
  readonly passwords: PasswordHasher;
  readonly attempts: Attempts;
  readonly keys: AuthKeys;
  /** Address of the application, without a slash at its end. */
  readonly origin: string;
  readonly sendMail: (mail: AuthMail) => void | Promise<void>;
  readonly notices: SecurityNotices;
  /** This server's connections have the account's sessions as they are now. Never rejects. */
  readonly changed: (uid: string) => Promise<void>;
  /** Runs background work. */
  readonly background: (work: () => Promise<void>) => void;
}

/** Where a request comes from. */
export interface AuthRequest extends PasswordRequest {
  /** Network address; `null` where it is not known, and not limited. */
  readonly network: string | null;
}

/** Name of the notification that a uid is published by when sessions or claims of an account change. */
export const authChannel = 'auth';

/** One transaction. */
export class SignInWork {
  readonly sql: Sql;
  /** Messages that the caller waits for. */
  readonly mails: AuthMail[] = [];
  hasQueuedMails = false;
  /** Accounts whose sessions or claims have changed. */
  readonly touched = new Set<string>();
  private readonly state: SignInState;

  constructor(sql: Sql, state: SignInState) {
    this.sql = sql;
    this.state = state;
  }

  /** Servers look anew at the sessions of the account, once this is stored. */
  async touch(uid: string): Promise<void> {
    this.touched.add(uid);
    await this.sql.rows('SELECT pg_notify($1, $2)', [this.state.database.channel(authChannel), uid]);
  }

  /** Locks the address until this transaction ends: no other one gives it to an account. */
  async lockEmail(email: string): Promise<void> {
    await this.sql.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`auth email ${email}`]);
  }

  /** Locks the uid until this transaction ends: no other one makes an account with it. */
  async lockUid(uid: string): Promise<void> {
    await this.sql.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`auth uid ${uid}`]);
  }

  /** Locks an account at a provider until this transaction ends: no other one ties it to an account. */
  async lockIdentity({ provider, subject }: ProviderIdentity): Promise<void> {
    const name = `auth identity ${provider} ${subject}`;
    await this.sql.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
  }

  /** Locks a passkey until this transaction ends: no other one gives it to an account. */
  async lockPasskey(credential: string): Promise<void> {
    await this.sql.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `auth passkey ${credential}`,
    ]);
  }

  /** The address for `account`, unless another has it. @throws auth/email-already-in-use */
  async freeEmail(account: AccountRecord | null, email: string): Promise<string> {
    await this.lockEmail(email);
    const owner = await accountByEmail(this.sql, email);
    if (owner && owner.uid !== account?.uid)
      throw new PortError('auth/email-already-in-use', 'Another account has this address.');
    return email;
  }

  /** Stores a code and writes the message with its link, which goes out when the transaction has ended. The caller waits for it. */
  async mail(
    action: Omit<ActionRecord, 'expiresAt'>,
    to: string,
    delivery: Omit<CodeDelivery, 'origin'>,
  ): Promise<void> {
    this.mails.push(await this.message(action, to, delivery));
  }

  /** Stores a code and a mail to the account's owner with its link, which is sent in the background and attempted again after failures. */
  async queueMail(
    action: Omit<ActionRecord, 'expiresAt' | 'uid'> & { readonly uid: string },
    to: string,
    delivery: Omit<CodeDelivery, 'origin'>,
  ): Promise<void> {
    const mail = await this.message(action, to, delivery);
    await this.state.notices.add(this.sql, action.uid, mail);
    this.hasQueuedMails = true;
  }

  private async message(
    action: Omit<ActionRecord, 'expiresAt'>,
    to: string,
    { continueUrl, language }: Omit<CodeDelivery, 'origin'>,
  ): Promise<AuthMail> {
    const { clock, origin } = this.state;
    const code = await addActionCode(this.sql, action, clock.now());
    const link = actionLink(action.operation, code, { continueUrl, language, origin });
    const { subject, body } = mailFor(action.operation, link, language);
    return { to, subject, text: body, link };
  }
}

/**
 * Everything that `run` does takes effect, or nothing. Then messages go out, and this server's connections know of it. @throws unavailable when messages can't be
 * handed over
 */
export async function inOneTransaction<T>(
  state: SignInState,
  run: (work: SignInWork) => Promise<T>,
): Promise<T> {
  const { result, work } = await transacted(state, run);
  if (work.hasQueuedMails) state.notices.sendDue();
  for (const uid of work.touched) await state.changed(uid);
  try {
    for (const mail of work.mails) await state.sendMail(mail);
  } catch (cause) {
    throw new PortError('unavailable', 'The message could not be sent. Try again later.', { cause });
  }
  return result;
}

/** Conflicts with others have an end: each transaction locks a few rows. */
const mostRuns = 5;

async function transacted<T>(
  state: SignInState,
  run: (work: SignInWork) => Promise<T>,
): Promise<{ readonly result: T; readonly work: SignInWork }> {
  for (let runs = 1; ; runs++)
    try {
      return await state.database.write(async (sql) => {
        const work = new SignInWork(sql, state);
        return { result: await run(work), work };
      });
    } catch (error) {
      if (runs === mostRuns || !isPortError(error, 'aborted')) throw error;
    }
}

/** What a browser gets that has signed in, or is signed in. */
export interface IssuedAnswer {
  readonly kind: 'issued';
  readonly user: User;
  readonly token: string;
  /** Of a new session; `null`: it has it. */
  readonly secret: string | null;
  /** The server's time: epoch milliseconds. */
  readonly now: number;
  readonly isNewUser: boolean;
  readonly providerId: IdToken['signInProvider'];
}

export const issuedSession = (
  { keys, clock }: SignInState,
  signedIn: SessionWithAccount,
  about: Partial<Pick<IssuedAnswer, 'secret' | 'isNewUser'>> = {},
): IssuedAnswer => ({
  kind: 'issued',
  user: userOf(signedIn.account),
  token: signedToken(tokenClaims(signedIn, clock.now()), keys.tokens),
  secret: null,
  now: clock.now(),
  isNewUser: false,
  providerId: signedIn.session.provider,
  ...about,
});
