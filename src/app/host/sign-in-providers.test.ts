import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CommandLineError } from '../server-options.ts';
import { signInProviders } from './sign-in-providers.ts';
import { newSigner } from '../../../tests/contracts/postgres/saml-stage.ts';

async function fileWith(content: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-providers-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'providers.json');
  await writeFile(file, content);
  return file;
}

const company = {
  name: 'Example ID',
  issuer: 'https://id.example',
  clientId: 'muster',
  clientSecret: 'hush',
};

test('providers are read from the file; one without a secret is a public client', async () => {
  const { clientSecret: _, ...open } = company;
  const file = await fileWith(JSON.stringify({ 'oidc.company': company, 'google.com': open }));
  expect(await signInProviders(file)).toEqual({
    'oidc.company': company,
    'google.com': { ...open, clientSecret: null },
  });
  expect(await signInProviders(null)).toEqual({});
});

const certificate = (await newSigner()).certificate;
const saml = {
  name: 'Example ID',
  entityId: 'https://id.example/saml',
  signInAddress: 'https://id.example/saml/sso',
  certificates: [certificate],
};

test('a SAML provider is read with one certificate or two, as PEM or base64', async () => {
  const base64 = certificate.replaceAll(/-----[A-Z ]+-----|\s/gu, '');
  const file = await fileWith(
    JSON.stringify({ 'saml.company': { ...saml, certificates: [base64, certificate] } }),
  );
  const read = { ...saml, certificates: [certificate, certificate], emailsVerified: false };
  expect(await signInProviders(file)).toEqual({ 'saml.company': read });
});

test.each([
  ['no JSON', '{', /is no JSON/u],
  ['a list', '[]', /at its top/u],
  ['an id without a prefix', JSON.stringify({ company }), /An id is google\.com, or oidc\./u],
  [
    'an issuer that is not at https',
    JSON.stringify({ 'oidc.a': { ...company, issuer: 'http://id.example' } }),
    /must be at https/u,
  ],
  [
    'a SAML provider without a certificate',
    JSON.stringify({ 'saml.a': { ...saml, certificates: [] } }),
    /saml\.a\.certificates: Give the certificate/u,
  ],
  [
    'a certificate that is none',
    JSON.stringify({ 'saml.a': { ...saml, certificates: ['hush'] } }),
    /saml\.a\.certificates\.0: This is no certificate/u,
  ],
  [
    'three certificates',
    JSON.stringify({ 'saml.a': { ...saml, certificates: [certificate, certificate, certificate] } }),
    /At most two certificates/u,
  ],
  [
    'a sign-in address that is not at https',
    JSON.stringify({ 'saml.a': { ...saml, signInAddress: 'http://id.example/sso' } }),
    /must be at https/u,
  ],
  [
    'a SCIM token in place of its digest',
    JSON.stringify({ 'oidc.a': { ...company, scimTokens: ['hush'] } }),
    /Use a digest/u,
  ],
  ['no client', JSON.stringify({ 'oidc.a': { ...company, clientId: undefined } }), /oidc\.a\.clientId/u],
  ['an unknown field', JSON.stringify({ 'oidc.a': { ...company, secret: 'hush' } }), /oidc\.a/u],
  [
    'too many',
    JSON.stringify(Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`oidc.a${at}`, company]))),
    /At most 10/u,
  ],
])('%s is rejected with a sentence, without the secrets of the file', async (_, content, sentence) => {
  const error: unknown = await signInProviders(await fileWith(content)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CommandLineError);
  expect(String(error)).toMatch(sentence);
  expect(String(error)).not.toContain('hush');
});

test('a missing file of providers is named', async () => {
  await expect(signInProviders('/none/such.json')).rejects.toThrow('/none/such.json can’t be read (ENOENT).');
});
