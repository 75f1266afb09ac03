/** Command-line options of `npm run host`. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  CommandLineError,
  checkedContact,
  checkedHost,
  checkedMonitor,
  checkedOrigin,
  contactOf,
  portOf,
} from '../server-options.ts';
import { type BucketOptions, bucketOptions } from './bucket-options.ts';

export type HostTask = 'serve' | 'backup' | 'restore' | 'upgrade' | 'doctor' | 'scim-token';

export interface HostOptions {
  readonly task: HostTask;
  readonly listen: { readonly host: string; readonly port: number };
  /** Address by which people reach it, without a path; `null`: this machine's own. */
  readonly url: string | null;
  /** Folder of the files, and of the database where none is given. */
  readonly data: string;
  /** `postgres://…`; `null`: a PostgreSQL of its own, in the folder. */
  readonly database: string | null;
  /** Bucket of the files; `null`: they are in the folder. */
  readonly bucket: BucketOptions | null;
  /** Backup that is written, or restored; `null` of an upgrade: one in the folder. */
  readonly file: string | null;
  /** Folder of backups. */
  readonly backups: string;
  /** Address of a test mail; `null`: none is sent. */
  readonly testMailTo: string | null;
  /** Mail address of an administrator who gets a sign-in link. */
  readonly admin: string | null;
  readonly smtp: string | null;
  /** File of the OpenID Connect and SAML providers that people may sign in at. */
  readonly signIn: string | null;
  /** File of the published settings; `null`: they stay as they are. */
  readonly settings: string | null;
  readonly from: string;
  /** Where push services may write about this sender, as `mailto:` or `https:`. */
  readonly contact: string | null;
  /** Hosts of push services beside the browsers' own. */
  readonly pushServices: readonly string[];
  /** Hosts of the private network that calendars and monitors may be at. */
  readonly allowedHosts: readonly string[];
  /** Web address requested after each sweep; `null`: none. */
  readonly sweepMonitor: string | null;
}

export const hostHelp = `Serves Muster for your team from this machine: the app, its functions and alert senders' addresses, over PostgreSQL.

npm run host -- [options]
  --url URL         address by which people reach it, as https://muster.example: behind a reverse proxy that ends TLS
                    (http://localhost:4190, for this machine alone)
  --data DIR        folder of files and, without --database, of a PostgreSQL of its own (muster-data)
  --database URL    a PostgreSQL that is kept elsewhere, postgres://user:password@host/name; several processes may share it
  --files S3        keeps files in a bucket, as s3://bucket/prefix, in place of the folder. Its keys are in the environment:
                    AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and, for temporary ones, AWS_SESSION_TOKEN
  --s3-endpoint URL a server with the API of S3 other than Amazon's, as https://minio.example:9000
  --s3-region R     region of the bucket (us-east-1)
  --admin ADDRESS   prints a link, good once, by which this mail address is signed in; makes the account if there is none
  --host HOST       where it listens (127.0.0.1)
  --port PORT       0 for any that is free (4190)
  --smtp URL        sends mail, smtp://user:password@host:port (mail is printed here)
  --from ADDRESS    who the mail is from (muster@localhost)
  --sign-in FILE    OpenID Connect and SAML providers that people may sign in at, as JSON; docs/hosting.md shows it
  --scim-token      prints a new token by which a provider may keep users here by SCIM, with what belongs in --sign-in, and ends
  --settings FILE   the published settings as JSON, of everybody: an announcement, names of severities. Read again at SIGHUP
  --contact ADDRESS an address of yours, by mail or https://, at which push services may write about this sender; Apple's refuses
                    one without (--from, where that is an address outside)
  --push-service H  the host of a push service beside the browsers' own; may be repeated
  --allow-host H    a host of the private network, or HOST:PORT, that calendars may be read from and the monitor be at; may be repeated
  --sweep-monitor URL  a web address that gets a GET after each sweep, for a monitor that alarms when none comes
  --backup FILE     writes everything into a new file, and ends. With --database also while others serve; a PostgreSQL of its own must be stopped
  --upgrade         brings the tables of an older version to this one's, and ends: tried on a copy first, then a backup is written (into
                    --backups, or --backup FILE). Does nothing where nothing is to do
  --restore FILE    fills an empty database and folder from such a file, and ends
  --doctor          checks database, folder, files, address, mail, push, sign-in and backups with the other options given, says of each what to do,
                    and ends: with 1 when something fails. Changes nothing. --to ADDRESS sends a test mail there
  --backups DIR     where backups are, for --doctor, and where --upgrade writes one (backups, in the folder)
  --help            this text

It ends on SIGINT (Ctrl+C) and SIGTERM, and loses nothing. docs/hosting.md is the guide.`;

const flags = {
  url: { type: 'string' },
  data: { type: 'string' },
  database: { type: 'string' },
  files: { type: 'string' },
  's3-endpoint': { type: 'string' },
  's3-region': { type: 'string' },
  admin: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  smtp: { type: 'string' },
  'sign-in': { type: 'string' },
  'scim-token': { type: 'boolean' },
  settings: { type: 'string' },
  from: { type: 'string' },
  contact: { type: 'string' },
  'push-service': { type: 'string', multiple: true },
  'allow-host': { type: 'string', multiple: true },
  'sweep-monitor': { type: 'string' },
  backup: { type: 'string' },
  restore: { type: 'string' },
  upgrade: { type: 'boolean' },
  doctor: { type: 'boolean' },
  backups: { type: 'string' },
  to: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** `null` when help was asked for. @throws CommandLineError */
export function hostOptions(args: readonly string[]): HostOptions | null {
  const given = parsed(args);
  if (given.help) return null;
  const { database = null, backup, restore, smtp = null, from = 'muster@localhost', admin = null } = given;
  if (database !== null && !/^postgres(?:ql)?:$/u.test(URL.parse(database)?.protocol ?? ''))
    throw new CommandLineError('--database takes an address like postgres://user:password@host/name.');
  if (smtp !== null && !/^smtps?:$/u.test(URL.parse(smtp)?.protocol ?? ''))
    throw new CommandLineError('--smtp takes an address like smtp://user:password@mail.example:587.');
  if (admin !== null && !isMailAddress(admin))
    throw new CommandLineError(`--admin takes a mail address, not “${admin}”.`);
  if (given.to !== undefined && (!given.doctor || smtp === null || !isMailAddress(given.to)))
    throw new CommandLineError('--to takes a mail address, with --doctor and --smtp.');
  return {
    task: taskOf(given),
    listen: { host: given.host ?? '127.0.0.1', port: portOf(given.port, 4190) },
    url: given.url === undefined ? null : checkedOrigin('--url', given.url),
    data: path.resolve(given.data ?? 'muster-data'),
    database,
    bucket: bucketOptions(given),
    backups: path.resolve(given.backups ?? path.join(given.data ?? 'muster-data', 'backups')),
    testMailTo: given.to ?? null,
    file: backup ?? restore ?? null,
    admin,
    smtp,
    signIn: given['sign-in'] === undefined ? null : path.resolve(given['sign-in']),
    settings: given.settings === undefined ? null : path.resolve(given.settings),
    from,
    contact: given.contact === undefined ? contactOf(from) : checkedContact(given.contact),
    pushServices: given['push-service'] ?? [],
    allowedHosts: (given['allow-host'] ?? []).map(checkedHost),
    sweepMonitor: given['sweep-monitor'] === undefined ? null : checkedMonitor(given['sweep-monitor']),
  };
}

/** `--backup` of an upgrade names the backup that it writes. */
function taskOf({
  upgrade,
  backup,
  restore,
  doctor,
  'scim-token': scimToken,
}: ReturnType<typeof parsed>): HostTask {
  const tasks: HostTask[] = [];
  if (upgrade) tasks.push('upgrade');
  else if (backup !== undefined) tasks.push('backup');
  if (restore !== undefined) tasks.push('restore');
  if (doctor) tasks.push('doctor');
  if (scimToken) tasks.push('scim-token');
  if (tasks.length > 1)
    throw new CommandLineError('Choose one of --backup, --restore, --upgrade, --doctor and --scim-token.');
  return tasks[0] ?? 'serve';
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    throw new CommandLineError(`${error instanceof Error ? error.message : String(error)}\n\n${hostHelp}`, {
      cause: error,
    });
  }
}

const isMailAddress = (text: string) => /^[^\s@<>]+@[^\s@<>]+$/u.test(text);
