/** `npm run host -- --doctor`: what an installation lacks, with what to do, and no secrets. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cryptoRandom } from '#adapters/node/crypto-random.ts';
import { machineClock } from '#adapters/node/machine-clock.ts';
import { openSmtp, verifySmtp } from '#adapters/node/mail.ts';
import { openDatabase } from '#adapters/postgres/database.ts';
import { ownServerState } from '#adapters/postgres/own-server.ts';
import { checkReport } from '../../check-report.ts';
import type { HostOptions } from '../options.ts';
import { fileStoreOf, type HostServer, startServer } from '../storage.ts';
import { checkDatabase } from './database-checks.ts';
import { failedCheck, type HostFinding, reasonOf, warnedCheck } from './finding.ts';
import {
  checkAddress,
  checkContact,
  checkMail,
  checkPushServices,
  healthAt,
  type MailProbe,
  pushHosts,
} from './network-checks.ts';
import { checkScim, checkSignIn, readableProviders } from './sign-in-checks.ts';
import {
  checkBackups,
  checkFiles,
  checkFolder,
  checkNodeVersion,
  checkPort,
  checkSettings,
} from './place-checks.ts';

const longestCheckMs = 40_000;

/** Prints what was found. False when something fails. */
export async function doctor(options: HostOptions): Promise<boolean> {
  const found = await examineHost(options);
  const marks = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const;
  console.log(checkReport(found.map(({ state, ...line }) => ({ mark: marks[state], ...line }))));
  const count = (state: HostFinding['state']) => found.filter((finding) => finding.state === state).length;
  console.log(`\n${count('fail')} to put right, ${count('warn')} to think about.`);
  return count('fail') === 0;
}

async function examineHost(options: HostOptions): Promise<readonly HostFinding[]> {
  const now = machineClock.now();
  const { listen } = options;
  const local = `http://${listen.host.includes(':') ? `[${listen.host}]` : listen.host}:${listen.port}`;
  const checks: readonly (readonly [about: string, check: () => Checked])[] = [
    ['Node', () => checkNodeVersion(process.versions.node)],
    ['Folder', () => checkFolder(options.data, cryptoRandom.id(20))],
    ['Database', () => examineDatabase(options)],
    ['Files', () => examineFiles(options)],
    ['Port', () => checkPort(listen, async () => (await healthAt(local).catch(() => null)) !== null)],
    ['Address', () => checkAddress(options.url, now)],
    ['Mail', () => checkMail(mailProbe(options), options.testMailTo)],
    ['Contact', () => checkContact(options.contact)],
    ['Push', () => checkPushServices([...pushHosts, ...options.pushServices])],
    ['Sign-in providers', () => checkSignIn(options.signIn, now)],
    ['Settings', () => checkSettings(options.settings)],
    ['Backups', () => checkBackups(options.backups, now)],
  ];
  const found: HostFinding[] = [];
  for (const [about, check] of checks) found.push(...(await finished(about, check)));
  return found;
}

type Checked = HostFinding | readonly HostFinding[] | Promise<HostFinding | readonly HostFinding[]>;

/** Findings of a check; failed if the check throws or times out. */
async function finished(about: string, check: () => Checked): Promise<readonly HostFinding[]> {
  const late = new AbortController();
  try {
    const result = await Promise.race([
      Promise.resolve().then(check),
      pause(longestCheckMs, failedCheck(about, 'took too long', 'Try again.'), { signal: late.signal }),
    ]);
    return 'about' in result ? [result] : result;
  } catch (error) {
    return [failedCheck(about, reasonOf(error), 'See docs/hosting.md.')];
  } finally {
    late.abort();
  }
}

async function examineDatabase(options: HostOptions): Promise<readonly HostFinding[]> {
  const server = await serverToExamine(options);
  if (!('connection' in server)) return [server];
  try {
    const database = await openDatabase({
      ...{ connection: server.connection, connections: 2, tables: 'any', report: () => {} },
    });
    try {
      return [
        ...(await checkDatabase(database, Date.now)),
        ...(await checkScim(database, await readableProviders(options.signIn))),
      ];
    } finally {
      await database.close();
    }
  } catch (error) {
    return [
      failedCheck(
        'Database',
        `can’t be reached (${reasonOf(error)})`,
        'Look at the address, name and password of --database, and whether it runs.',
      ),
    ];
  } finally {
    await server.stop();
  }
}

/** A server that was never started is not created. */
async function serverToExamine(options: HostOptions): Promise<HostServer | HostFinding> {
  if (options.database !== null) return { connection: options.database, isOwn: false, stop: async () => {} };
  const state = await ownServerState(options.data);
  if (state === 'absent') return warnedCheck('Database', 'there is none yet', 'The first start makes it.');
  if (state === 'running')
    return warnedCheck(
      'Database',
      'runs, and only Muster can connect to it',
      'Stop Muster to have it checked.',
    );
  if (state === 'stopped') return startServer(options);
  return { connection: state, isOwn: true, stop: async () => {} };
}

async function examineFiles(options: HostOptions): Promise<HostFinding> {
  const folder = path.join(options.data, 'files');
  if (options.bucket === null && !(await stat(folder).catch(() => null)))
    return warnedCheck('Files', 'there are none yet', 'The first start makes their folder.');
  return checkFiles(fileStoreOf(options), options.bucket?.address ?? 'the folder', cryptoRandom.id(20));
}

function mailProbe({ smtp, from, url }: HostOptions): MailProbe | null {
  if (smtp === null) return null;
  return {
    verify: () => verifySmtp(smtp),
    async send(to) {
      await openSmtp({ url: smtp, from, origin: url ?? 'http://localhost' }).send({
        to,
        subject: 'Muster can send mail',
        text: 'This is a test of npm run host -- --doctor.\n',
      });
    },
  };
}
