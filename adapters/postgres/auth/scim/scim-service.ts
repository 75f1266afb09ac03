/** Users of a provider: created, changed, deactivated and deleted together with their accounts. */
import { isPortError } from '#ports/errors.ts';
import { type AccountRecord, accountByEmail, putAccount } from '../account-records.ts';
import { newAccount } from '../credential-checks.ts';
import { endSessions } from '../session-records.ts';
import { inOneTransaction, type SignInState, type SignInWork } from '../sign-in-state.ts';
import { noSuchUser, ScimError } from './scim-error.ts';
import { putScimUser, type ScimKey, type ScimRecord, scimRecord, scimRecords } from './scim-records.ts';
import type { ScimProvider } from './scim-tokens.ts';
import { scimAddress, scimDisplayName, type ScimUser } from './scim-user.ts';

/** Change of a stored user. `ifMatch`: required version; `null`: any. */
export interface ScimChange {
  readonly id: string;
  readonly ifMatch: number | null;
  readonly next: (user: ScimUser) => ScimUser;
}

export class ScimUsers {
  private readonly state: SignInState;
  /** Called after each commit: rows of `auth_scim_ends` may have been added. */
  private readonly ended: () => void;

  constructor(state: SignInState, ended: () => void) {
    this.state = state;
    this.ended = ended;
  }

  async get(provider: ScimProvider, id: string): Promise<ScimRecord> {
    const record = await scimRecord(this.state.database, provider.id, 'id', id);
    if (!record) throw noSuchUser();
    return record;
  }

  list(
    provider: ScimProvider,
    filter: { readonly key: ScimKey; readonly value: string } | null,
    page: { readonly skip: number; readonly most: number },
  ) {
    return scimRecords(this.state.database, provider.id, filter, page);
  }

  create(provider: ScimProvider, user: ScimUser): Promise<ScimRecord> {
    return this.write(async (work) => {
      await lockUserNames(work, provider);
      if (await scimRecord(work.sql, provider.id, 'userName', user.userName)) throw taken('this userName');
      const email = scimAddress(user);
      const namesake = email === null ? null : await this.namesake(work, provider, email);
      const fresh = {
        ...newAccount(this.state),
        email,
        emailVerified: email !== null && provider.emailsVerified,
      };
      return this.stored(work, provider, namesake ?? fresh, user);
    });
  }

  change(provider: ScimProvider, { id, ifMatch, next }: ScimChange): Promise<ScimRecord> {
    return this.write(async (work) => {
      await lockUserNames(work, provider);
      const record = await scimRecord(work.sql, provider.id, 'id', id, true);
      if (!record) throw noSuchUser();
      checkVersion(record, ifMatch);
      const user = next(record.user);
      const other = await scimRecord(work.sql, provider.id, 'userName', user.userName);
      if (other && other.account.uid !== id) throw taken('this userName');
      const email = scimAddress(user);
      // The account's address changes only with the provider's.
      if (email === null || email === scimAddress(record.user))
        return this.stored(work, provider, record.account, user);
      await work.freeEmail(record.account, email).catch((error: unknown) => {
        throw isPortError(error, 'auth/email-already-in-use') ? taken('this address') : error;
      });
      const moved = { ...record.account, email, emailVerified: provider.emailsVerified };
      return this.stored(work, provider, moved, user);
    });
  }

  async remove(provider: ScimProvider, id: string, ifMatch: number | null): Promise<void> {
    await this.write(async (work) => {
      const record = await scimRecord(work.sql, provider.id, 'id', id, true);
      if (!record) throw noSuchUser();
      checkVersion(record, ifMatch);
      await endMembershipsOf(work, id);
      await work.sql.rows('DELETE FROM auth_accounts WHERE uid = $1', [id]);
      await work.touch(id);
    });
  }

  private async write<T>(run: (work: SignInWork) => Promise<T>): Promise<T> {
    const result = await inOneTransaction(this.state, run);
    this.ended();
    return result;
  }

  /** Account with this address, if it is connected to this provider and not managed by SCIM yet. @throws ScimError uniqueness for other accounts */
  private async namesake(
    work: SignInWork,
    { id, name }: ScimProvider,
    email: string,
  ): Promise<AccountRecord | null> {
    await work.lockEmail(email);
    const account = await accountByEmail(work.sql, email, true);
    if (!account) return null;
    const isKept = await work.sql.rows('SELECT 1 FROM auth_scim_users WHERE uid = $1', [account.uid]);
    if (isKept.length === 0 && account.identities.some(({ provider }) => provider === id)) return account;
    throw new ScimError(
      409,
      `Another account has this address. Its person signs in to it and connects ${name} there; then it can be provisioned.`,
      'uniqueness',
    );
  }

  private async stored(
    work: SignInWork,
    provider: ScimProvider,
    account: AccountRecord,
    user: ScimUser,
  ): Promise<ScimRecord> {
    const displayName = scimDisplayName(user) ?? account.displayName;
    const { uid } = await putAccount(work.sql, { ...account, displayName, disabled: !user.active });
    await putScimUser(work.sql, provider.id, account, user, this.state.clock.now());
    if (user.active) await work.sql.rows('DELETE FROM auth_scim_ends WHERE uid = $1', [uid]);
    else if (!account.disabled) {
      await endSessions(work.sql, uid);
      await endMembershipsOf(work, uid);
    }
    await work.touch(uid);
    const record = await scimRecord(work.sql, provider.id, 'id', uid);
    if (!record) throw noSuchUser();
    return record;
  }
}

const endMembershipsOf = (work: SignInWork, uid: string) =>
  work.sql.rows('INSERT INTO auth_scim_ends VALUES ($1) ON CONFLICT DO NOTHING', [uid]);

/** Lock of the userNames of a provider, until the end of the transaction. */
const lockUserNames = ({ sql }: SignInWork, { id }: ScimProvider) =>
  sql.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`auth scim ${id}`]);

function checkVersion({ version }: ScimRecord, ifMatch: number | null): void {
  if (ifMatch !== null && ifMatch !== version) throw new ScimError(412, 'This user was changed meanwhile.');
}

const taken = (what: string) => new ScimError(409, `Another user has ${what}.`, 'uniqueness');
