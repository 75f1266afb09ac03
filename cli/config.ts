/** Configuration of the command line: the server and the key, from the environment or from a file that others can't read. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { CliError } from './cli-error.ts';
import { readTextFile } from './read-text-file.ts';

export interface CliConfig {
  /** Address of the server, without `/api/v1`. */
  readonly url: string;
  readonly key: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** `~/.config/muster.json`, below `XDG_CONFIG_HOME`, or what `MUSTER_CONFIG` says. */
const configFileOf = (env: Environment): string =>
  env['MUSTER_CONFIG'] ??
  path.join(env['XDG_CONFIG_HOME'] ?? path.join(env['HOME'] ?? '.', '.config'), 'muster.json');

const howTo = (file: string) =>
  `Set MUSTER_URL and MUSTER_API_KEY, or write {"url":"https://…","key":"muster_…"} to ${file} and run chmod 600 on it. Keys are made under Settings → API keys.`;

/** The environment goes before the file. @throws CliError for what is missing, and for a file that others can read */
export function readCliConfig(env: Environment): CliConfig {
  const file = configFileOf(env);
  const kept = readConfigFile(file);
  // An empty variable is none.
  const url = env['MUSTER_URL'] || kept['url'];
  const key = env['MUSTER_API_KEY'] || kept['key'];
  if (typeof url !== 'string' || typeof key !== 'string')
    throw new CliError('usage', `There is no server or no key. ${howTo(file)}`);
  const address = URL.parse(url);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(address?.hostname ?? '');
  if (address?.protocol !== 'https:' && !(address?.protocol === 'http:' && isLocal))
    throw new CliError('usage', `“${url}” is no https:// address. The key would be readable on its way.`);
  if (!/^muster_[0-9a-f]{40}$/u.test(key))
    throw new CliError(
      'usage',
      `The key is not whole: it is muster_ and 40 letters and digits. ${howTo(file)}`,
    );
  return { url: address.origin + address.pathname.replace(/\/+$/u, ''), key };
}

const largestFile = 65_536;

function readConfigFile(file: string): Readonly<Record<string, unknown>> {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return {};
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new CliError('usage', `${file} holds a key and others can read it. Run: chmod 600 ${file}`);
  let value: unknown;
  try {
    value = JSON.parse(readTextFile(file, largestFile) ?? '');
  } catch {
    throw new CliError('usage', `${file} is no JSON. ${howTo(file)}`);
  }
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
