/** Health of a process: what of it works. Asked at most every few seconds, however often it is requested. */
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import type { FileStore } from '#adapters/postgres/files/file-store.ts';
import { isPortError } from '#ports/errors.ts';
import type { DiskSpace } from './disk-space.ts';

export interface HealthOptions {
  readonly database: SqlDatabase;
  readonly files: FileStore;
  readonly disk: Pick<DiskSpace, 'freeBytes' | 'isFull'>;
  /** Whether the last mail was taken. */
  readonly mailWorks: () => boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface Health {
  /** `degraded`: the process serves, and a part of it does not work. `down`: it can't serve. */
  readonly status: 'ok' | 'degraded' | 'down';
  /** `ok`, or what is wrong, by part. */
  readonly parts: Readonly<Record<'database' | 'tasks' | 'files' | 'disk' | 'mail', string>>;
}

const freshMs = 5000;
const lateMs = 60_000;
const leastBytes = 200_000_000;
/** Name of a content that is never there. */
const absentContent = 'healthprobe';

/** Returns the question. */
export function healthOf(options: HealthOptions): () => Promise<Health> {
  let last: { readonly at: number; readonly health: Promise<Health> } | null = null;
  return () => {
    const now = options.now();
    if (last === null || now - last.at >= freshMs) last = { at: now, health: examine(options) };
    return last.health;
  };
}

async function examine({ database, files, disk, mailWorks, now }: HealthOptions): Promise<Health> {
  const [late, store, free, isFull] = await Promise.all([
    lateTasks(database, now()).catch((error: unknown) => sentenceOf(error)),
    files.open(absentContent).then(
      () => 'ok',
      (error: unknown) => sentenceOf(error),
    ),
    disk.freeBytes(),
    disk.isFull(),
  ]);
  const parts = {
    database: typeof late === 'string' ? late : 'ok',
    tasks: typeof late === 'number' && late > 0 ? `${late} are late` : 'ok',
    files: store,
    disk: isFull ? 'full' : free < leastBytes ? 'nearly full' : 'ok',
    mail: mailWorks() ? 'ok' : 'the last one was not taken',
  };
  const isWell = Object.values(parts).every((part) => part === 'ok');
  const serves = parts.database === 'ok' && !isFull;
  return { status: serves ? (isWell ? 'ok' : 'degraded') : 'down', parts };
}

async function lateTasks(database: SqlDatabase, now: number): Promise<number> {
  const [found] = await database.rows<{ late: string }>(
    'SELECT count(*) AS late FROM tasks WHERE done IS NULL AND due < $1',
    [now - lateMs],
  );
  return Number(found?.late);
}

const sentenceOf = (error: unknown) => (isPortError(error) ? error.message : 'does not answer');
