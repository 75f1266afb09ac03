/** `npm run local`: documents and the realtime database on this machine, until it is told to end. */
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { RunningClock } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { CloudOptions } from '#fakes/cloud/cloud-options.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { type Emulator, startEmulator } from '../emulator.ts';
import { believedCaller } from '../token.ts';
import { localHelp, LocalError, type LocalOptions, localOptions } from './options.ts';

/** Runs until SIGINT or SIGTERM. Invalid arguments are reported, and end the program with exit code 1. */
export async function runLocal(args: readonly string[], folder: string): Promise<void> {
  try {
    const options = await localOptions(args, folder);
    if (options) await serve(options, folder);
    else console.log(localHelp);
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function serve(options: LocalOptions, folder: string): Promise<void> {
  const cloud = await cloudOf(options, folder);
  const emulator = await started(cloud, options);
  const end = () => {
    cloud.dispose();
    void emulator.close();
  };
  process.once('SIGINT', guardListener(end));
  process.once('SIGTERM', guardListener(end));
  console.log(greeting(options, emulator));
}

/** Options of a cloud that come from files. */
type Told = Pick<CloudOptions, 'rules' | 'indexes'>;

async function cloudOf({ rules, databaseRules, indexes }: LocalOptions, folder: string): Promise<FakeCloud> {
  const told: (readonly [file: string, of: (text: string) => Told])[] = [];
  if (rules !== null) told.push([rules, (firestore) => ({ rules: { firestore } })]);
  if (databaseRules !== null) told.push([databaseRules, (database) => ({ rules: { database } })]);
  if (indexes !== null) told.push([indexes, (text) => ({ indexes: text })]);
  const parts = await Promise.all(
    told.map(async ([file, of]) => ({ file, part: of(await textOf(file, folder)) })),
  );
  const own = {
    clock: new RunningClock({
      now: Date.now,
      setTimeout,
      clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
    }),
    // Ids of its own making never come again.
    seed: randomInt(2 ** 31),
    believe: believedCaller,
  };
  const all = parts.map(({ part }) => part);
  try {
    return new FakeCloud({
      ...own,
      ...Object.assign({}, ...all),
      rules: Object.assign({}, ...all.map((part) => part.rules)) as Told['rules'] & object,
    });
  } catch (error) {
    for (const { file, part } of parts) checkPart(file, part);
    throw error;
  }
}

/** @throws LocalError that names the file, if it can't be read */
function checkPart(file: string, part: Told): void {
  try {
    new FakeCloud(part).dispose();
  } catch (error) {
    throw new LocalError(`${file} can’t be taken: ${(error as Error).message}`, { cause: error });
  }
}

async function textOf(file: string, folder: string): Promise<string> {
  try {
    return await readFile(path.resolve(folder, file), 'utf8');
  } catch (error) {
    throw new LocalError(`${file} can’t be read. Name a file that is there, or leave it out.`, {
      cause: error,
    });
  }
}

async function started(cloud: FakeCloud, options: LocalOptions): Promise<Emulator> {
  const { host, docsPort, realtimePort } = options;
  try {
    return await startEmulator({ cloud, host, ports: { docs: docsPort, realtime: realtimePort } });
  } catch (error) {
    cloud.dispose();
    const { code, port } = error as NodeJS.ErrnoException & { readonly port?: number };
    if (code === undefined || port === undefined) throw error;
    const option = port === docsPort ? '--docs-port' : '--realtime-port';
    const what = code === 'EADDRINUSE' ? 'is taken' : `can’t be listened at (${code})`;
    throw new LocalError(
      `Port ${port} of ${host} ${what}. End what listens there, or choose another: npm run local -- ${option}=${port + 1}`,
      { cause: error },
    );
  }
}

function greeting(options: LocalOptions, { docs, realtime }: Emulator): string {
  const [docsAt, realtimeAt] = [docs, realtime].map((address) => {
    const colon = address.lastIndexOf(':');
    return `'${address.slice(0, colon)}', ${address.slice(colon + 1)}`;
  });
  const { rules, databaseRules, indexes } = options;
  return `For the Admin SDK, set
  FIRESTORE_EMULATOR_HOST=${docs}
  FIREBASE_DATABASE_EMULATOR_HOST=${realtime}
For the web SDK, call
  connectFirestoreEmulator(firestore, ${docsAt})
  connectDatabaseEmulator(database, ${realtimeAt})
Rules: ${rules ?? 'none'} and ${databaseRules ?? 'none'}; indexes: ${indexes ?? 'none'}. Nothing is kept.
Ready.`;
}
