/** Passkeys on PostgreSQL: forged answers, challenges that come late or twice, other people's passkeys, and bounds. */
import { X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import { mostPasskeys } from '#adapters/postgres/auth/passkeys/passkey-limits.ts';
import type { PasskeyBrowser } from '#adapters/postgres/client/auth/passkeys.ts';
import { rejection } from '#contracts/harness.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { openAuthBrowser, openAuthServer } from './auth-stage.ts';
import { attestations } from './hostile-attestations.ts';
import { openBareDatabase, withPostgres } from './provider.ts';
import {
  type AttestationCertificate,
  type Forgery,
  SoftwareAuthenticator,
} from './software-authenticator.ts';
import { newTabShelf } from './wire-stage.ts';

withPostgres();

const ada = { email: 'ada@example.com', password: 'correct horse' };
const unproven = { code: 'auth/invalid-credential' };
const minuteMs = 60_000;

interface Begun<Options> {
  readonly flow: string;
  readonly options: Options;
}
type BegunSignIn = Begun<Parameters<PasskeyBrowser['get']>[0]>;
type BegunCreation = Begun<Parameters<PasskeyBrowser['create']>[0]>;

async function stage() {
  const clock = new ManualClock();
  const { database } = await openBareDatabase();
  const server = await openAuthServer(database, clock, { functions: { callables: {} } });
  const disposals: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    for (const dispose of disposals) await dispose();
    await server.close();
    await database.close();
  });
  const page = (authenticator = new SoftwareAuthenticator()) => {
    const { backend, wire, stores } = openAuthBrowser(
      server,
      clock,
      newTabShelf(),
      {},
      true,
      null,
      authenticator,
    );
    disposals.push(() => backend.dispose());
    const { auth } = backend;
    if (!auth.passkeys) throw new Error('This page has no passkeys.');
    const begin = () => wire.call('auth.beginPasskeySignIn', {}) as Promise<BegunSignIn>;
    const finish = (flow: string, answer: unknown) => wire.call('auth.finishPasskeySignIn', { flow, answer });
    return { auth, passkeys: auth.passkeys, authenticator, wire, stores, begin, finish };
  };
  /** A page whose person has a passkey. */
  const member = async (account = ada) => {
    const opened = page();
    await opened.auth.createUser(account);
    await opened.passkeys.add('Laptop');
    return opened;
  };
  return { clock, database, server, page, member };
}

const forgeries: Readonly<Record<string, Forgery>> = {
  'another origin': { origin: 'http://localhost:8080' },
  'another relying party': { rpId: 'example.com' },
  'a challenge of its own': { challenge: 'AAAA' },
  'a frame of another site': { crossOrigin: true },
  'no verification of the person': { verifiesUser: false },
};

test.each(Object.entries(forgeries))('%s: no passkey is made, and none signs in', async (_name, forgery) => {
  const { member, page } = await stage();
  const { authenticator, passkeys, auth } = await member();
  authenticator.forgery = forgery;
  expect(await rejection(passkeys.signIn())).toMatchObject(unproven);
  expect(await passkeys.list()).toHaveLength(1);
  const fresh = page(new SoftwareAuthenticator());
  await fresh.auth.createUser({ ...ada, email: 'ben@example.com' });
  fresh.authenticator.forgery = forgery;
  expect(await rejection(fresh.passkeys.add('Forged'))).toMatchObject(unproven);
  expect(await fresh.passkeys.list()).toEqual([]);
  // Nothing of it stays: an honest answer is accepted.
  authenticator.forgery = {};
  await auth.signOut();
  expect(await passkeys.signIn()).toMatchObject({ kind: 'signed-in', user: { email: ada.email } });
});

test('a challenge is valid once, for five minutes, and only with the secret of its page', async () => {
  const { clock, member, page } = await stage();
  const { authenticator, begin, finish } = await member();
  const begun = await begin();
  const answer = authenticator.forge(begun.options);
  expect(await rejection(finish('x'.repeat(43), answer))).toMatchObject(unproven);
  expect(await finish(begun.flow, answer)).toMatchObject({ kind: 'issued' });
  expect(await rejection(finish(begun.flow, answer))).toMatchObject(unproven);
  // The answer of one dialog is none of another.
  const second = await begin();
  expect(await rejection(finish(second.flow, answer))).toMatchObject(unproven);
  // A wrong answer uses the challenge up.
  expect(await rejection(finish(second.flow, authenticator.forge(second.options)))).toMatchObject(unproven);
  const late = await begin();
  await clock.advance(5 * minuteMs);
  expect(await rejection(finish(late.flow, authenticator.forge(late.options)))).toMatchObject(unproven);
  const other = page();
  expect(await rejection(other.passkeys.signIn())).toMatchObject({ code: 'auth/popup-closed-by-user' });
});

test('a challenge is valid for its own purpose only', async () => {
  const { member } = await stage();
  const { authenticator, finish, wire, stores } = await member();
  const session = { session: await sessionOf(stores) };
  const proof = (await wire.call('auth.beginPasskeyProof', session)) as BegunSignIn;
  expect(await rejection(finish(proof.flow, authenticator.forge(proof.options)))).toMatchObject(unproven);
  const signIn = (await wire.call('auth.beginPasskeySignIn', {})) as BegunSignIn;
  const answer = authenticator.forge(signIn.options);
  const asProof = { ...session, flow: signIn.flow, answer };
  expect(await rejection(wire.call('auth.finishPasskeyProof', asProof))).toMatchObject(unproven);
});

test('a passkey of one account does not sign in to another account that its answer names', async () => {
  const { member, page } = await stage();
  const victim = await member();
  const attacker = page();
  await attacker.auth.createUser({ ...ada, email: 'eve@example.com' });
  await attacker.passkeys.add('Own');
  const begun = await attacker.begin();
  const { id } = victim.authenticator.forge(begun.options);
  const own = attacker.authenticator.forge(begun.options);
  // The victim's passkey, signed by the attacker's key.
  expect(await rejection(attacker.finish(begun.flow, { ...own, id, rawId: id }))).toMatchObject(unproven);
  // The attacker's passkey, for the victim's account.
  attacker.authenticator.forgery = { userHandle: 'AAAA' };
  expect(await rejection(attacker.passkeys.signIn())).toMatchObject(unproven);
  expect(attacker.auth.currentUser()?.email).toBe('eve@example.com');
});

test('a passkey that belongs to another account is not added', async () => {
  const { page } = await stage();
  const [first, second] = [page(), page()];
  await first.auth.createUser(ada);
  await second.auth.createUser({ ...ada, email: 'eve@example.com' });
  const [one, two] = await Promise.all([begunCreation(first), begunCreation(second)]);
  const made = await first.authenticator.create(one.options);
  // A registration with attestation `none` has no signature: the two differ by their challenge alone.
  const copied = await first.authenticator.create(two.options);
  const same = {
    ...copied,
    response: { ...copied.response, attestationObject: made.response.attestationObject },
  };
  await finishCreation(first, one.flow, made);
  expect(await rejection(finishCreation(second, two.flow, same))).toMatchObject({
    code: 'auth/credential-already-in-use',
  });
  expect(await second.passkeys.list()).toEqual([]);
});

test('a passkey whose counter decreases does not sign in, and one without a counter does', async () => {
  const { member, page } = await stage();
  const { authenticator, passkeys } = await member();
  for (let n = 0; n < 3; n++) expect(await passkeys.signIn()).toMatchObject({ kind: 'signed-in' });
  for (const counter of [0, 2, 3]) {
    authenticator.forgery = { counter };
    expect(await rejection(passkeys.signIn())).toMatchObject(unproven);
  }
  authenticator.forgery = { counter: 4 };
  expect(await passkeys.signIn()).toMatchObject({ kind: 'signed-in' });
  const other = page();
  other.authenticator.counts = false;
  await other.auth.createUser({ ...ada, email: 'ben@example.com' });
  await other.passkeys.add('Synced');
  for (let n = 0; n < 2; n++) expect(await other.passkeys.signIn()).toMatchObject({ kind: 'signed-in' });
});

/** Certificate that meets the requirements of WebAuthn, section 8.2.1. */
async function attestationCertificate(): Promise<AttestationCertificate> {
  const subject = { C: 'DE', O: 'Example', OU: 'Authenticator Attestation', CN: 'Example' };
  const made = await generate(
    Object.entries(subject).map(([shortName, value]) => ({ shortName, value })),
    { keyType: 'ec', algorithm: 'sha256', extensions: [{ name: 'basicConstraints', cA: false }] },
  );
  return { key: made.private, certificate: new X509Certificate(made.cert).raw };
}

test('a passkey with self attestation is added', async () => {
  const { page } = await stage();
  const { auth, passkeys, authenticator } = page();
  await auth.createUser(ada);
  authenticator.forgery = { signedBy: 'passkey' };
  expect(await passkeys.add('Laptop')).toMatchObject({ name: 'Laptop' });
});

test('a valid attestation by a certificate adds no passkey, because certificates name servers to contact', async () => {
  const { page } = await stage();
  const { auth, passkeys, authenticator } = page();
  await auth.createUser(ada);
  authenticator.forgery = { signedBy: await attestationCertificate() };
  expect(await rejection(passkeys.add('Certified'))).toMatchObject(unproven);
  expect(await passkeys.list()).toEqual([]);
});

test.each(Object.entries(attestations))(
  '%s as attestation: no passkey is made',
  async (_name, attestation) => {
    const { page } = await stage();
    const { auth, passkeys, authenticator } = page();
    await auth.createUser(ada);
    authenticator.forgery = { attestation };
    expect(await rejection(passkeys.add('Forged'))).toMatchObject(unproven);
    expect(await passkeys.list()).toEqual([]);
  },
);

test('answers beyond their limits or of other types are rejected before they are parsed', async () => {
  const { member } = await stage();
  const { authenticator, begin, finish } = await member();
  const { flow, options } = await begin();
  const answer = authenticator.forge(options);
  const { response } = answer;
  for (const wrong of [
    null,
    'text',
    { ...answer, id: 'A'.repeat(1365) },
    { ...answer, id: 1 },
    { ...answer, response: null },
    { ...answer, response: { ...response, clientDataJSON: 'A'.repeat(4097) } },
    { ...answer, response: { ...response, authenticatorData: 'A'.repeat(4097) } },
    { ...answer, response: { ...response, signature: 'A'.repeat(4097) } },
    { ...answer, response: { ...response, userHandle: 'A'.repeat(201) } },
  ])
    expect(await rejection(finish(flow, wrong))).toMatchObject({ code: 'invalid-argument' });
  for (const text of ['', '!', Buffer.from('null').toString('base64url'), 'A'.repeat(4096)]) {
    const next = await begin();
    const broken = { ...answer, response: { ...response, clientDataJSON: text } };
    expect(await rejection(finish(next.flow, broken))).toMatchObject(unproven);
  }
});

test(`an account has ${mostPasskeys} passkeys at most`, async () => {
  const { page, server, clock } = await stage();
  const { auth, passkeys } = page();
  await auth.createUser(ada);
  for (let n = 0; n < mostPasskeys; n++) {
    const { backend } = openAuthBrowser(
      server,
      clock,
      newTabShelf(),
      {},
      true,
      null,
      new SoftwareAuthenticator(),
    );
    await backend.auth.signIn({ kind: 'password', ...ada });
    await backend.auth.passkeys?.add(`Device ${n}`);
    await backend.dispose();
  }
  expect(await rejection(passkeys.add('One more'))).toMatchObject({ code: 'auth/quota-exceeded' });
  expect(await passkeys.list()).toHaveLength(passkeys.mostPerAccount);
});

test('the first verification of an address removes earlier passkeys', async () => {
  const { server, member, page } = await stage();
  const squatter = await member();
  const owner = page();
  await owner.auth.links?.send(ada.email, { continueUrl: 'http://localhost/signin' });
  await owner.auth.signIn({ kind: 'email-link', email: ada.email, link: server.inbox[0]?.action ?? '' });
  expect(await owner.passkeys.list()).toEqual([]);
  expect(await rejection(squatter.passkeys.signIn())).toMatchObject(unproven);
});

test('reverting a change of address removes passkeys', async () => {
  const { server, member } = await stage();
  const { auth, passkeys } = await member();
  const newestCode = () => new URL(server.inbox[0]?.action ?? '').searchParams.get('oobCode') ?? '';
  await auth.mail?.changeEmail('eve@example.com');
  await auth.mail?.applyCode(newestCode());
  expect(await passkeys.signIn()).toMatchObject({ kind: 'signed-in' });
  await auth.mail?.applyCode(newestCode());
  expect(await rejection(passkeys.signIn())).toMatchObject(unproven);
});

test('expired challenges are removed', async () => {
  const { clock, database, page, server } = await stage();
  await page().begin();
  const left = () => database.rows('SELECT flow FROM auth_passkey_flows');
  expect(await left()).toHaveLength(1);
  await clock.advance(61 * minuteMs);
  await server.auth.rest();
  expect(await left()).toEqual([]);
});

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof stage>>['member']>>;

async function begunCreation({ wire, stores }: Page): Promise<BegunCreation> {
  const input = { session: await sessionOf(stores), name: 'Laptop' };
  return (await wire.call('auth.beginAddPasskey', input)) as BegunCreation;
}

async function finishCreation({ wire, stores }: Page, flow: string, answer: unknown): Promise<unknown> {
  const input = { session: await sessionOf(stores), name: 'Laptop', flow, answer };
  return wire.call('auth.finishAddPasskey', input);
}

/** Secret of the session that a browser keeps. */
async function sessionOf(stores: Page['stores']): Promise<string> {
  const session = (await stores.local.get('auth/session')) as { readonly refreshToken?: string } | undefined;
  return session?.refreshToken ?? '';
}
