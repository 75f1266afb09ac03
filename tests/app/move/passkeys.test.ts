/** Passkeys in moves: moved to a host of the same host name, counted as lost at any other target. */
import { expect, test } from 'vitest';
import { rejection } from '#contracts/harness.ts';
import { databaseFits } from '#adapters/postgres/move/database-fits.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { countMove } from '#src/app/move/count-move.ts';
import { movePolicy } from '#src/app/move/move-policy.ts';
import { openAuthBrowser, openAuthServer } from '#tests/contracts/postgres/auth-stage.ts';
import { withPostgres } from '#tests/contracts/postgres/provider.ts';
import { SoftwareAuthenticator } from '#tests/contracts/postgres/software-authenticator.ts';
import { newTabShelf } from '#tests/contracts/postgres/wire-stage.ts';
import { type HostEnd, type MovableEnd, moveBetween, newDesk, newHost, newSavedCloud } from './ends.ts';

withPostgres();

const ada = { email: 'ada@example.com', password: 'correct horse' };

/** The same end for records of a host of this name; `null`: the name is not given. */
const named = (end: HostEnd, hostName: string | null): HostEnd => ({
  ...end,
  fits: databaseFits({ hostName }),
});

/** Runs with a page of a host at `http://localhost`. */
async function atHost<T>(
  host: HostEnd,
  authenticator: SoftwareAuthenticator,
  run: (auth: ReturnType<typeof openAuthBrowser>['backend']['auth']) => Promise<T>,
): Promise<T> {
  const database = await host.open();
  const clock = new ManualClock();
  const server = await openAuthServer(database, clock, { functions: { callables: {} } });
  const { backend } = openAuthBrowser(server, clock, newTabShelf(), {}, true, null, authenticator);
  try {
    return await run(backend.auth);
  } finally {
    await backend.dispose();
    await server.close();
    await database.close();
  }
}

/** A host whose person has a password and a passkey. */
async function hostWithPasskey(authenticator = new SoftwareAuthenticator()) {
  const host = await newHost();
  await atHost(host, authenticator, async ({ createUser, passkeys }) => {
    await createUser(ada);
    await passkeys?.add('Laptop');
  });
  return { host, authenticator };
}

/** Changes the accounts of a host as no screen does. */
async function changed(host: HostEnd, assignment: string): Promise<void> {
  const database = await host.open();
  await database.rows(`UPDATE auth_accounts SET ${assignment}`);
  await database.close();
}

async function dryRun(from: MovableEnd, to: MovableEnd) {
  const source = await from.source();
  const policy = movePolicy({ demonstration: true, at: 0 });
  const counts = await countMove({ source, policy, targetFits: to.fits, print: () => {} });
  await source.close();
  return { losses: Object.fromEntries(counts.losses), notices: counts.notices };
}

test('a passkey signs in at a target with the same host name', async () => {
  const { host, authenticator } = await hostWithPasskey();
  const target = named(await newHost(), 'localhost');
  expect(await dryRun(host, target)).toEqual({ losses: {}, notices: [] });
  expect((await moveBetween(host, target))?.differences).toEqual([]);
  await atHost(target, authenticator, async ({ passkeys }) => {
    expect(await passkeys?.signIn()).toMatchObject({ kind: 'signed-in', user: { email: ada.email } });
    expect(await passkeys?.list()).toMatchObject([{ name: 'Laptop' }]);
  });
});

test.each([
  ['another host name', 'muster.example', /of another or unknown host name: .*add passkeys again/u],
  ['no host name', null, /--to-url/u],
])('a passkey is not moved to a host of %s, and is counted as a loss', async (_, hostName, sentence) => {
  const { host, authenticator } = await hostWithPasskey();
  const target = named(await newHost(), hostName);
  const { losses, notices } = await dryRun(host, target);
  expect(Object.entries(losses)).toEqual([[expect.stringMatching(sentence), 1]]);
  expect(notices).toEqual([]);
  expect((await moveBetween(host, target))?.differences).toEqual([]);
  await atHost(target, authenticator, async ({ passkeys, signIn }) => {
    expect(await rejection(passkeys?.signIn() ?? Promise.resolve())).toMatchObject({
      code: 'auth/invalid-credential',
    });
    expect(await signIn({ kind: 'password', ...ada })).toMatchObject({ kind: 'signed-in' });
    expect(await passkeys?.list()).toEqual([]);
  });
});

test('a passkey without a stored host name is moved once it has been used', async () => {
  const { host, authenticator } = await hostWithPasskey();
  await changed(host, "passkeys = jsonb_build_array((passkeys -> 0) - 'hostName')");
  const target = named(await newHost(), 'localhost');
  expect(Object.values((await dryRun(host, target)).losses)).toEqual([1]);
  await atHost(host, authenticator, async ({ passkeys }) => void (await passkeys?.signIn()));
  expect(await dryRun(host, target)).toEqual({ losses: {}, notices: [] });
});

test.each<readonly [string, () => Promise<MovableEnd>]>([
  ['a desk', newDesk],
  ['a saved cloud', newSavedCloud],
])('a person with only a passkey signs in by a mailed link at %s', async (_, make) => {
  const { host } = await hostWithPasskey();
  await changed(host, 'password = NULL, email_link = false');
  const target = await make();
  const { losses, notices } = await dryRun(host, target);
  expect(Object.entries(losses)).toEqual([
    [expect.stringMatching(/^accounts with passkeys, of which the target has none/u), 1],
  ]);
  expect(notices).toEqual([]);
  expect((await moveBetween(host, target))?.differences).toEqual([]);
  const source = await target.source();
  const { records } = await source.shelves.accounts.page(null);
  await source.close();
  expect(records).toMatchObject([{ email: ada.email, password: null, emailLink: true, passkeys: [] }]);
});

test('a person who can’t sign in at the target is named, unless the passkey is moved', async () => {
  const { host } = await hostWithPasskey();
  await changed(host, "email = NULL, password = NULL, email_link = false, display_name = 'Ada L.'");
  const sentence = [expect.stringMatching(/^Ada L\. .*can’t sign in at the target/u)];
  expect((await dryRun(host, named(await newHost(), 'muster.example'))).notices).toEqual(sentence);
  expect((await dryRun(host, await newDesk())).notices).toEqual(sentence);
  expect((await dryRun(host, named(await newHost(), 'localhost'))).notices).toEqual([]);
});
