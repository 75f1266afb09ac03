/** Options of `npm run local`: from the command line and from firebase.json. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** A mistake of whoever called it: shown as it is, without a stack. */
export class LocalError extends Error {}

export interface LocalOptions {
  readonly host: string;
  readonly docsPort: number;
  readonly realtimePort: number;
  /** Files, relative to the folder that it runs in; `null` for none. */
  readonly rules: string | null;
  readonly databaseRules: string | null;
  readonly indexes: string | null;
}

export const localHelp = `Serves Firestore and the realtime database on this machine, from memory, to the Firebase SDKs.

npm run local -- [options]

  --docs-port PORT        of Firestore; 0 for any that is free (firebase.json, or 8080)
  --realtime-port PORT    of the realtime database; 0 for any that is free (firebase.json, or 9000)
  --host HOST             where both listen (127.0.0.1: nobody else can reach them)
  --rules FILE            Firestore's security rules (firebase.json, or none: everybody may do everything)
  --database-rules FILE   the realtime database's security rules (likewise)
  --indexes FILE          Firestore's indexes (firebase.json, or none: every query is served)
  --no-rules              takes no rules of either kind, whatever firebase.json says
  --no-indexes            takes no indexes, whatever firebase.json says
  --config FILE           another firebase.json
  --help                  this text

Nothing is kept when it ends, which SIGINT (Ctrl+C) and SIGTERM make it do. Any unsigned token is believed, and so is “owner”.`;

const flags = {
  'docs-port': { type: 'string' },
  'realtime-port': { type: 'string' },
  host: { type: 'string' },
  rules: { type: 'string' },
  'database-rules': { type: 'string' },
  indexes: { type: 'string' },
  'no-rules': { type: 'boolean' },
  'no-indexes': { type: 'boolean' },
  config: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** The part of firebase.json that matters here. */
interface Config {
  readonly firestore?: { readonly rules?: string; readonly indexes?: string };
  readonly database?: { readonly rules?: string };
  readonly emulators?: { readonly firestore?: Listener; readonly database?: Listener };
}
interface Listener {
  readonly port?: number;
}

/** `null` when help was asked for. @throws LocalError */
export async function localOptions(args: readonly string[], folder: string): Promise<LocalOptions | null> {
  const given = parsed(args);
  if (given.help) return null;
  const { firestore = {}, database = {}, emulators = {} } = await configOf(folder, given.config);
  const file = (named: string | undefined, known: string | undefined, isLeftOut?: boolean) =>
    named ?? (isLeftOut ? null : (known ?? null));
  return {
    host: given.host ?? '127.0.0.1',
    docsPort: portOf('--docs-port', given['docs-port'], emulators.firestore?.port ?? 8080),
    realtimePort: portOf('--realtime-port', given['realtime-port'], emulators.database?.port ?? 9000),
    rules: file(given.rules, firestore.rules, given['no-rules']),
    databaseRules: file(given['database-rules'], database.rules, given['no-rules']),
    indexes: file(given.indexes, firestore.indexes, given['no-indexes']),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    throw new LocalError(`${error instanceof Error ? error.message : String(error)}\n\n${localHelp}`, {
      cause: error,
    });
  }
}

async function configOf(folder: string, named: string | undefined): Promise<Config> {
  const name = named ?? 'firebase.json';
  const text = await readFile(path.resolve(folder, name), 'utf8').catch(() => null);
  if (text === null) {
    if (named === undefined) return {};
    throw new LocalError(`${name} can’t be read. Name a file that is there with --config.`);
  }
  try {
    return JSON.parse(text) as Config;
  } catch (error) {
    throw new LocalError(`${name} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

function portOf(option: string, given: string | undefined, known: number): number {
  if (given === undefined) return known;
  const port = Number(given);
  if (/^\d+$/u.test(given) && port <= 65_535) return port;
  throw new LocalError(`${option} takes a whole number up to 65,535, not “${given}”.`);
}
