/** Command-line options of `npm run desk`. */
import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import {
  CommandLineError,
  checkedContact,
  checkedHost,
  checkedMonitor,
  contactOf,
  portOf,
} from '../server-options.ts';

export interface DeskOptions {
  readonly host: string;
  readonly port: number;
  /** Further names by which browsers may come. */
  readonly names: readonly string[];
  /** Files with a certificate and its key; `null`: one of its own where one is needed. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** `null`: in memory. */
  readonly data: string | null;
  readonly backup: string | null;
  readonly restore: string | null;
  readonly smtp: string | null;
  /** Hosts of push services beside the browsers' own. */
  readonly pushServices: readonly string[];
  readonly from: string;
  /** Where push services may write about this sender, as `mailto:` or `https:`; null: not configured. */
  readonly contact: string | null;
  /** Web address requested after each sweep; `null`: none. */
  readonly sweepMonitor: string | null;
  /** Hosts that calendars and pings may be at although they are in a private network. */
  readonly allowedHosts: readonly string[];
}

export const help = `Serves Muster and a cloud of its own to every browser that may reach it: to try it with a whole team. No production provider.

npm run desk -- [options]

  --data DIR        keeps everything in this folder (nothing is kept)
  --backup FILE     copies what --data holds into a new file, and ends
  --restore FILE    makes a new folder --data of such a file, and ends
  --host HOST       where it listens (127.0.0.1: this machine alone). For others, 0.0.0.0; then HTTPS, and a secret in the link
  --port PORT       0 for any that is free (4180)
  --name NAME       a further name of this machine, for links and the certificate; may be repeated
  --cert FILE       with --key FILE: a certificate and its key, as PEM (one of its own)
  --smtp URL        sends mail, smtp://user:password@host:port (mail and codes are printed here)
  --from ADDRESS    who the mail is from (muster@localhost)
  --contact ADDRESS an address of yours, by mail or https://, at which push services may write about this sender; Apple's refuses
                    one without (--from, where that is an address outside)
  --push-service H  the host of a push service beside the browsers' own; may be repeated
  --allow-host H    a host of the private network, or HOST:PORT, that calendars may be read from and the monitor be at; may be repeated (public hosts alone)
  --sweep-monitor URL  a web address that gets a GET after each sweep, for a monitor that alarms when none comes
  --help            this text

It ends on SIGINT (Ctrl+C) and SIGTERM, and loses nothing.`;

const flags = {
  shared: { type: 'boolean' },
  data: { type: 'string' },
  backup: { type: 'string' },
  restore: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  name: { type: 'string', multiple: true },
  cert: { type: 'string' },
  key: { type: 'string' },
  smtp: { type: 'string' },
  from: { type: 'string' },
  contact: { type: 'string' },
  'push-service': { type: 'string', multiple: true },
  'allow-host': { type: 'string', multiple: true },
  'sweep-monitor': { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** `null` when help was asked for. @throws CommandLineError */
export function deskOptions(args: readonly string[]): DeskOptions | null {
  const given = parsed(args);
  if (given.help) return null;
  const { data = null, backup = null, restore = null, cert, key, smtp = null } = given;
  if (data === null && (backup !== null || restore !== null))
    throw new CommandLineError(`${backup === null ? '--restore' : '--backup'} needs the folder: --data DIR.`);
  if (backup !== null && restore !== null)
    throw new CommandLineError('Choose one of --backup and --restore.');
  if ((cert === undefined) !== (key === undefined))
    throw new CommandLineError('--cert and --key come together: a certificate and its key.');
  if (smtp !== null && !/^smtps?:$/u.test(URL.parse(smtp)?.protocol ?? ''))
    throw new CommandLineError('--smtp takes an address like smtp://user:password@mail.example:587.');
  const from = given.from ?? 'muster@localhost';
  return {
    host: given.host ?? '127.0.0.1',
    port: portOf(given.port, 4180),
    names: (given.name ?? []).map(checkedName),
    tls: cert === undefined || key === undefined ? null : { cert, key },
    data,
    backup,
    restore,
    smtp,
    pushServices: given['push-service'] ?? [],
    from,
    contact: given.contact === undefined ? contactOf(from) : checkedContact(given.contact),
    sweepMonitor: given['sweep-monitor'] === undefined ? null : checkedMonitor(given['sweep-monitor']),
    allowedHosts: (given['allow-host'] ?? []).map(checkedHost),
  };
}

/** Reaches nobody but this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/u.test(host);

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    throw new CommandLineError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`, {
      cause: error,
    });
  }
}

function checkedName(name: string): string {
  if (isIP(name) || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/iu.test(name)) return name.toLowerCase();
  throw new CommandLineError(`--name takes a host name or an address, not “${name}”.`);
}
