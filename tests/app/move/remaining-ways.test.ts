/** Accounts without a way to sign in at a target are named by a dry run. */
import { expect, test } from 'vitest';
import { fitEmbeddedAccount } from '#adapters/embedded-node/move/account-forms.ts';
import { fitFirebaseAccount } from '#adapters/firebase-admin/move/account-shelf.ts';
import { databaseFits } from '#adapters/postgres/move/database-fits.ts';
import type { MovedAccount } from '#provider-kit/move/moved-records.ts';

const account = (changes: Partial<MovedAccount>): MovedAccount => ({
  ...{ uid: 'u1', email: null, emailVerified: false, displayName: 'Ada', photoUrl: null, phoneNumber: null },
  ...{
    anonymous: false,
    password: null,
    emailLink: false,
    social: [],
    factors: [],
    passkeys: [],
    claims: {},
  },
  ...{ disabled: false, createdAt: 1, lastSignInAt: 1, ...changes },
});
const targets = {
  'a host': databaseFits({ hostName: 'muster.example' }).accounts,
  'a desk': (given: MovedAccount) => fitEmbeddedAccount(given, true),
  Firebase: fitFirebaseAccount,
};
type Target = keyof typeof targets;
const every: readonly Target[] = ['a host', 'a desk', 'Firebase'];
const password = {
  kind: 'pbkdf2-sha256',
  rounds: 1,
  salt: '',
  hash: Buffer.alloc(32).toString('base64'),
} as const;
const social = [{ provider: 'oidc.company', uid: '1', email: null, displayName: null }];
const passkey = {
  ...{ id: 'p', credential: 'c', publicKey: 'k', counter: 0, transports: [], name: 'Laptop' },
  ...{ createdAt: 1, lastUsedAt: null, hostName: 'muster.example' },
};

/** Whether the dry run names the account as without a way to sign in. */
const namedAt = (target: Target, changes: Partial<MovedAccount>): boolean =>
  targets[target](account(changes)).notices?.some((notice) =>
    notice.startsWith('Ada (u1) can’t sign in at the target'),
  ) ?? false;

test.each<readonly [string, Partial<MovedAccount>, readonly Target[]]>([
  ['nothing', {}, every],
  ['a password', { email: 'a@example.com', password }, []],
  ['mailed links', { email: 'a@example.com', emailLink: true }, []],
  ['a telephone', { phoneNumber: '+1' }, ['a host']],
  ['a passkey of the host name', { passkeys: [passkey] }, ['a desk', 'Firebase']],
  ['a passkey of another host name', { passkeys: [{ ...passkey, hostName: 'localhost' }] }, every],
  ['an account that is disabled', { disabled: true }, []],
])('an account with %s', (_, changes, stranded) => {
  for (const target of every)
    expect([target, namedAt(target, changes)]).toEqual([target, stranded.includes(target)]);
});

test('an account with only another service’s sign-in is named with the service', () => {
  for (const target of every)
    expect(targets[target](account({ social })).notices).toEqual([
      'Ada (u1) can sign in only by oidc.company: set it up at the target.',
    ]);
});

test('a named account shows one line of printable text', () => {
  const [notice = ''] = targets['a host'](account({ displayName: 'A\n\u001b[2Jb' })).notices ?? [];
  expect(notice).toMatch(/^A \[2Jb \(u1\) /u);
});
