/**
 * `npm run test:postgres -- --binaries=/usr/lib/postgresql/15/bin`: starts a PostgreSQL of another version in a temporary folder, runs the
 * contracts of this provider and the tests of `npm run host` on it, and removes it. `PATH…`: these tests instead. `--browser`: the browser
 * tests of the host, too. Exit code 1 if a test fails.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { ensurePostgresUser } from '#adapters/postgres/own-user.ts';
import { runProgram } from '#tools/run-program.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const longestMs = 60 * 60_000;
const startMs = 60_000;
const ofHost = ['api', 'delivery', 'scim', 'settings'].map((name) => `tests/app/host/${name}.test.ts`);
const browserSpecs = ['host', 'mail', 'firefox-host'].map((name) => `e2e/${name}`);
/** Nothing has to outlast the machine. Each worker has several databases open at once. */
const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { binaries: { type: 'string' }, browser: { type: 'boolean', default: false } },
});
if (values.binaries === undefined) throw new Error('--binaries takes the folder with initdb and postgres.');
const binary = (name: string) => path.join(values.binaries ?? '', name);
const run = promisify(execFile);

/** User of the server: PostgreSQL does not run as root. */
async function serverUser(): Promise<{ readonly uid: number; readonly gid: number } | object> {
  if (process.getuid?.() !== 0) return {};
  await ensurePostgresUser();
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

const folder = await mkdtemp(path.join(tmpdir(), 'muster-postgres-'));
const as = await serverUser();
if ('uid' in as) await chown(folder, as.uid, as.gid);
await chmod(folder, 0o711);
const data = path.join(folder, 'data');
const asUser = { ...as, cwd: folder };
await run(binary('initdb'), ['-D', data, '-U', 'muster', '-A', 'trust', '-E', 'UTF8', '--no-locale'], asUser);
const server = spawn(
  binary('postgres'),
  ['-D', data, '-h', '', '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
  { ...asUser, stdio: ['ignore', 'ignore', 'inherit'] },
);
const ended = once(server, 'close');
process.once('exit', () => server.kill('SIGQUIT'));
const url = `postgres://muster@localhost/postgres?host=${encodeURIComponent(folder)}`;

async function versionOf(until: number): Promise<string> {
  const client = new pg.Client(url);
  try {
    await client.connect();
    return (
      (await client.query<{ server_version: string }>('SHOW server_version')).rows[0]?.server_version ?? ''
    );
  } catch (error) {
    if (Date.now() > until || server.exitCode !== null) throw error;
  } finally {
    await client.end().catch(() => {});
  }
  await wait(100);
  return versionOf(until);
}

/** The programs have this process's output. */
const tests = (command: string, ...args: readonly string[]) =>
  runProgram({
    ...{ command: path.join(root, 'node_modules/.bin', command), args, cwd: root, longestMs },
    env: { ...process.env, TEST_POSTGRES: url },
  });

try {
  console.log(`PostgreSQL ${await versionOf(Date.now() + startMs)} in ${folder}`);
  const paths = positionals.length > 0 ? positionals : ['tests/contracts/postgres', ...ofHost];
  const codes = [await tests('vitest', 'run', '--project=logic', ...paths)];
  if (values.browser)
    codes.push(await tests('playwright', 'test', '--project=demonstration', ...browserSpecs));
  process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
} finally {
  server.kill('SIGINT');
  await ended;
  await rm(folder, { recursive: true });
}
