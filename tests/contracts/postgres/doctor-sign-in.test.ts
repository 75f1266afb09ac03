/** Checks of sign-in providers: the file, certificates that expire, and SCIM tokens without users. */
import { X509Certificate } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newScimToken } from '#adapters/postgres/auth/scim/scim-tokens.ts';
import { checkSettings } from '#src/app/host/doctor/place-checks.ts';
import { checkSamlCertificates, checkScim, checkSignIn } from '#src/app/host/doctor/sign-in-checks.ts';
import { openBareDatabase, withPostgres } from './provider.ts';
import { newSigner, samlProviderOf } from './saml-stage.ts';
import { company, openScimStage } from './scim-stage.ts';

withPostgres();

const dayMs = 24 * 3_600_000;
const { certificate } = await newSigner();
const until = Date.parse(new X509Certificate(certificate).validTo);
const expiry = new Date(until).toISOString().slice(0, 10);

async function fileOf(content: unknown) {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'sign-in.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  return file;
}

test.each([
  ['30 days before its expiry', until - 30 * dayMs, 'ok', `good until ${expiry}`],
  ['less than 30 days before it', until - 30 * dayMs + 1, 'warn', `expires on ${expiry}, in 29 days`],
  ['within its last day', until - 1, 'warn', `expires on ${expiry}, in 0 days`],
  ['at its expiry', until, 'warn', `expired on ${expiry}`],
  ['years later', until + 1000 * dayMs, 'warn', `expired on ${expiry}`],
])('a certificate of a SAML provider, %s', (_, now, state, detail) => {
  const found = checkSamlCertificates({ 'saml.company': samlProviderOf([certificate]) }, now);
  expect(found).toMatchObject([
    { about: 'Certificate of saml.company', state, detail: expect.stringContaining(detail) },
  ]);
});

test('during a rotation each certificate has its own finding with its fingerprint', async () => {
  const next = (await newSigner()).certificate;
  const found = checkSamlCertificates({ 'saml.company': samlProviderOf([certificate, next]) }, 0);
  expect(found.map(({ state }) => state)).toEqual(['ok', 'ok']);
  expect(new Set(found.map(({ detail }) => detail)).size).toBe(2);
});

test('a provider file is parsed as at the start, and no secret is printed', async () => {
  const oidc = { name: 'ID', issuer: 'https://id.example', clientId: 'muster', clientSecret: 'the-secret' };
  const file = await fileOf({ 'oidc.company': oidc, 'saml.company': samlProviderOf([certificate]) });
  const found = await checkSignIn(file, until - 1);
  expect(found.map(({ about, state }) => [about, state])).toEqual([
    ['Sign-in providers', 'ok'],
    ['Certificate of saml.company', 'warn'],
  ]);
  await chmod(file, 0o644);
  expect((await checkSignIn(file, 0)).map(({ about, state }) => [about, state])).toContainEqual([
    'Rights of --sign-in',
    'warn',
  ]);
  const damaged = await fileOf({ 'oidc.company': { ...oidc, issuer: 7 } });
  const failures = [...(await checkSignIn(damaged, 0)), ...(await checkSignIn('/nowhere.json', 0))];
  expect(failures.map(({ state }) => state)).toEqual(['fail', 'fail']);
  expect(failures[0]?.detail).toContain('oidc.company.issuer');
  expect(JSON.stringify([found, failures])).not.toContain('the-secret');
  expect(await checkSignIn(null, 0)).toMatchObject([{ state: 'ok' }]);
});

test('a SCIM token without users gets a warning, and so does a second token during a rotation', async () => {
  const { ask, database } = await openScimStage();
  const [one, two] = [newScimToken().digest, newScimToken().digest];
  const withTokens = (...scimTokens: readonly string[]) => ({
    [company]: { ...samlProviderOf([certificate]), scimTokens },
  });
  expect(await checkScim(database, withTokens())).toEqual([]);
  expect(await checkScim(database, withTokens(one))).toMatchObject([
    {
      about: `SCIM of ${company}`,
      state: 'warn',
      detail: expect.stringContaining('has a token and no users'),
    },
  ]);
  expect((await ask('POST', '/Users', { userName: 'robin@example.com' })).status).toBe(201);
  expect(await checkScim(database, withTokens(one))).toMatchObject([
    { state: 'ok', detail: expect.stringMatching(/^1 users, the latest change on \d{4}-/u) },
  ]);
  expect(await checkScim(database, withTokens(one, two))).toMatchObject([
    { state: 'warn', detail: expect.stringContaining('two tokens are valid') },
  ]);
});

test('SCIM tables of another version are not read', async () => {
  const { database } = await openBareDatabase();
  onTestFinished(() => database.close());
  await database.rows('INSERT INTO migrations VALUES (999, now())');
  await database.rows('ALTER TABLE auth_scim_users RENAME TO other');
  const provider = { ...samlProviderOf([certificate]), scimTokens: [newScimToken().digest] };
  expect(await checkScim(database, { [company]: provider })).toEqual([]);
  await database.rows('ALTER TABLE other RENAME TO auth_scim_users');
});

test('a settings file is checked as at the start', async () => {
  expect(await checkSettings(null)).toEqual([]);
  expect(await checkSettings(await fileOf({ announcement: 'Drill' }))).toMatchObject([{ state: 'ok' }]);
  expect(await checkSettings(await fileOf({ announcment: '' }))).toMatchObject([
    { state: 'fail', detail: expect.stringContaining('announcment') },
  ]);
});
