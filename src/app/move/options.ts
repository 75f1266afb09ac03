/** Command-line options of `npm run move`. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CommandLineError, checkedOrigin } from '../server-options.ts';

export type MoveEnd =
  | { readonly kind: 'embedded'; readonly file: string }
  | { readonly kind: 'desk'; readonly folder: string }
  /**
   * `data`: the folder of the files. `database`: `postgres://…`; `null`: a PostgreSQL of its own in the folder. `hostName`: by which people
   * will reach it; `null`: not given.
   */
  | {
      readonly kind: 'host';
      readonly data: string;
      readonly database: string | null;
      readonly hostName: string | null;
    }
  | {
      readonly kind: 'firebase';
      readonly project: string;
      readonly bucket: string;
      readonly realtime: string;
    };

export interface MoveCommand {
  readonly from: MoveEnd;
  readonly to: MoveEnd;
  /** Id or slug of the only team that moves; `null`: all. */
  readonly team: string | null;
  readonly dryRun: boolean;
  /** File of where the move stands. */
  readonly state: string;
  /** Whether the demonstration team goes along. */
  readonly demonstration: boolean;
  readonly acceptDifferences: boolean;
}

export const moveHelp = `Moves everything of a backend to another one: accounts, teams, incidents with their files, waiting tasks, configuration.

npm run move -- --from KIND:ADDRESS --to KIND:ADDRESS [options]
  desk:DIR            the folder of a desk, which is stopped
  host:DIR            the folder of a host with a PostgreSQL of its own, which is stopped (muster-data)
  host:postgres://…   a host's database; its files are in --from-data or --to-data. All its servers are stopped
  embedded:FILE       a cloud as the rehearsal panel saves and loads it
  firebase:PROJECT    a Firebase project, with the credentials that Firebase's own tools take
  --from-data DIR     folder of the files of a host that is given by its database (muster-data)
  --to-data DIR       the same of the target
  --to-url URL        address of the target, as its host is started with --url: passkeys of the same host name move along
  --bucket NAME       bucket of the Firebase project (PROJECT.firebasestorage.app)
  --realtime URL      its realtime database (https://PROJECT-default-rtdb.firebaseio.com)
  --team TEAM         moves one team alone, by its id or the name in its addresses, with its members
  --dry-run           counts what would move and says what would not; nothing is opened but the source, and nothing written
  --state FILE        where the move stands, for going on after it was stopped (muster-move.json)
  --demonstration     the demonstration team goes along to a host or to Firebase: its passwords are public
  --accept            ends a move although both sides differ
  --help              this text

The source is only read. Started again with the same options, a move that was stopped goes on. docs/hosting.md is the guide.`;

const flags = {
  from: { type: 'string' },
  to: { type: 'string' },
  'from-data': { type: 'string' },
  'to-data': { type: 'string' },
  'to-url': { type: 'string' },
  bucket: { type: 'string' },
  realtime: { type: 'string' },
  team: { type: 'string' },
  'dry-run': { type: 'boolean' },
  state: { type: 'string' },
  demonstration: { type: 'boolean' },
  accept: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** `null` when help was asked for. @throws CommandLineError */
export function moveOptions(args: readonly string[]): MoveCommand | null {
  const given = parsed(args);
  if (given.help) return null;
  const from = endOf('--from', given.from, given['from-data'], given);
  const named = endOf('--to', given.to, given['to-data'], given);
  if (given['to-url'] !== undefined && named.kind !== 'host')
    throw new CommandLineError('--to-url goes with --to host:…');
  const to = withHostName(named, given['to-url'] ?? null);
  if (from.kind === 'firebase' && to.kind === 'firebase')
    throw new CommandLineError('From Firebase to Firebase its own export and import go.');
  if (JSON.stringify(from) === JSON.stringify(named))
    throw new CommandLineError('--from and --to are the same. Name another target.');
  if (from.kind === 'host' && to.kind === 'host' && from.data === to.data)
    throw new CommandLineError(
      'Both hosts would have the same folder of files. Name another one with --to-data.',
    );
  return {
    ...{ from, to, team: given.team ?? null },
    dryRun: given['dry-run'] ?? false,
    state: path.resolve(given.state ?? 'muster-move.json'),
    // A desk and a rehearsal have the demonstration team anyway.
    demonstration: (given.demonstration ?? false) || to.kind === 'desk' || to.kind === 'embedded',
    acceptDifferences: given.accept ?? false,
  };
}

const withHostName = (end: MoveEnd, url: string | null): MoveEnd =>
  end.kind === 'host' && url !== null
    ? { ...end, hostName: new URL(checkedOrigin('--to-url', url)).hostname }
    : end;

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    throw new CommandLineError(`${error instanceof Error ? error.message : String(error)}\n\n${moveHelp}`, {
      cause: error,
    });
  }
}

interface FirebaseFlags {
  readonly bucket?: string;
  readonly realtime?: string;
}

function endOf(
  option: string,
  text: string | undefined,
  data: string | undefined,
  firebase: FirebaseFlags,
): MoveEnd {
  if (text === undefined) throw new CommandLineError(`${option} is missing.\n\n${moveHelp}`);
  const [, kind = text, address = ''] = /^([a-z]+)(?::(.*))?$/su.exec(text) ?? [];
  if (data !== undefined && !(kind === 'host' && isDatabase(address)))
    throw new CommandLineError(`${option}-data goes with ${option} host:postgres://…`);
  switch (kind) {
    case 'embedded':
      return { kind, file: path.resolve(needed(option, kind, address, 'FILE')) };
    case 'desk':
      return { kind, folder: path.resolve(needed(option, kind, address, 'DIR')) };
    case 'firebase':
      return firebaseEnd(checkedProject(option, needed(option, kind, address, 'PROJECT')), firebase);
    case 'host':
      if (isDatabase(address))
        return { kind, data: path.resolve(data ?? 'muster-data'), database: address, hostName: null };
      return {
        kind,
        data: path.resolve(address === '' ? 'muster-data' : address),
        database: null,
        hostName: null,
      };
    default:
      throw new CommandLineError(
        `${option} takes desk:DIR, host:DIR, host:postgres://…, embedded:FILE or firebase:PROJECT, not “${text}”.`,
      );
  }
}

const firebaseEnd = (
  project: string,
  {
    bucket = `${project}.firebasestorage.app`,
    realtime = `https://${project}-default-rtdb.firebaseio.com`,
  }: FirebaseFlags,
): MoveEnd => ({ kind: 'firebase', project, bucket, realtime });

const isDatabase = (address: string) => /^postgres(?:ql)?:\/\//u.test(address);

function needed(option: string, kind: string, address: string, what: string): string {
  if (address === '') throw new CommandLineError(`${option} ${kind} needs an address: ${kind}:${what}.`);
  return address;
}

function checkedProject(option: string, project: string): string {
  if (/^[a-z][a-z0-9-]{3,60}[a-z0-9]$/u.test(project)) return project;
  throw new CommandLineError(`${option} firebase takes the id of a project, not “${project}”.`);
}
