/** Checks of sign-in providers: the file of `--sign-in`, certificates of SAML providers, tokens of SCIM providers. */
import { X509Certificate } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { scimUse } from '#adapters/postgres/auth/scim/scim-records.ts';
import { scimProviders } from '#adapters/postgres/auth/scim/scim-tokens.ts';
import type { SocialProviderSet } from '#adapters/postgres/auth/social/social-providers.ts';
import { tableVersion } from '#adapters/postgres/table-version.ts';
import { migrations } from '#adapters/postgres/migrations.ts';
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import { CommandLineError } from '../../server-options.ts';
import { signInProviders } from '../sign-in-providers.ts';
import { failedCheck, passedCheck, type HostFinding, warnedCheck } from './finding.ts';

const dayMs = 24 * 3_600_000;
const soonDays = 30;

/** `file`: of `--sign-in`; `null`: none. `now`: epoch milliseconds. */
export async function checkSignIn(file: string | null, now: number): Promise<readonly HostFinding[]> {
  const about = 'Sign-in providers';
  if (file === null) return [passedCheck(about, 'none: people sign in by password, mailed link or passkey')];
  let providers: SocialProviderSet;
  try {
    providers = await signInProviders(file);
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error;
    return [
      failedCheck(about, error.message, 'See “Sign-in with the company’s accounts” in docs/hosting.md.'),
    ];
  }
  const names = Object.keys(providers).join(', ');
  return [
    passedCheck(about, names === '' ? 'none in the file' : names),
    ...(await checkFileRights(file)),
    ...checkSamlCertificates(providers, now),
  ];
}

async function checkFileRights(file: string): Promise<readonly HostFinding[]> {
  if (process.platform === 'win32' || ((await stat(file)).mode & 0o077) === 0) return [];
  return [
    warnedCheck(
      'Rights of --sign-in',
      'other users of this machine may read the file, which has secrets',
      `Run: chmod go-rwx ${file}`,
    ),
  ];
}

/** Signatures are checked by the key: a certificate that has expired is still accepted. */
export const checkSamlCertificates = (providers: SocialProviderSet, now: number): readonly HostFinding[] =>
  Object.entries(providers).flatMap(([id, provider]) =>
    provider && 'certificates' in provider
      ? provider.certificates.map((pem) => checkSamlCertificate(`Certificate of ${id}`, pem, now))
      : [],
  );

function checkSamlCertificate(about: string, pem: string, now: number): HostFinding {
  const { validTo, fingerprint256 } = new X509Certificate(pem);
  const until = Date.parse(validTo);
  const days = Math.floor((until - now) / dayMs);
  const name = `SHA-256 ${fingerprint256.slice(0, 11)}…`;
  const day = new Date(until).toISOString().slice(0, 10);
  if (until <= now)
    return warnedCheck(
      about,
      `expired on ${day} (${name})`,
      'Remove it from --sign-in if the provider signs with another one; else renew it there, and list the new one.',
    );
  if (days < soonDays)
    return warnedCheck(
      about,
      `expires on ${day}, in ${days} days (${name})`,
      'Ask the provider for the next one, list both in --sign-in, and restart the host.',
    );
  return passedCheck(about, `good until ${day} (${name})`);
}

/** Use of SCIM tokens as far as users show it. Nothing for tables of another version. @throws PortError unavailable */
export async function checkScim(
  database: SqlDatabase,
  providers: SocialProviderSet,
): Promise<readonly HostFinding[]> {
  const counts = new Map<string, number>();
  for (const { id } of scimProviders(providers).values()) counts.set(id, (counts.get(id) ?? 0) + 1);
  if (counts.size === 0 || (await tableVersion(database)) !== migrations.length) return [];
  const used = await scimUse(database);
  return [...counts].map(([id, tokens]) => {
    const about = `SCIM of ${id}`;
    const use = used.get(id);
    if (!use)
      return warnedCheck(
        about,
        'has a token and no users',
        'Finish the provisioning at the provider and look into its log, or remove the token from --sign-in.',
      );
    const detail = `${use.users} users, the latest change on ${new Date(use.changedAt).toISOString().slice(0, 10)}`;
    return tokens === 1
      ? passedCheck(about, detail)
      : warnedCheck(
          about,
          `${detail}; two tokens are valid`,
          'Remove the old one from --sign-in once the provider uses the new one.',
        );
  });
}

/** Providers of a file that `checkSignIn` accepts; none for any other. */
export const readableProviders = (file: string | null): Promise<SocialProviderSet> =>
  signInProviders(file).catch(() => ({}));
