/** Stored records of one user's documents, validated when read: they may be of an earlier version or damaged. */
import { ownWrite } from '#provider-kit/docs/check-writes.ts';
import type { Write } from '#ports/docs/docs.ts';
import { isPlainObject, ownData } from '#provider-kit/docs/own.ts';
import { checkDocumentPath } from '#provider-kit/docs/paths.ts';
import type { DocData } from '#ports/docs/values.ts';
import type { DocState } from '#query/doc-state.ts';
import { decodeMessage } from '#query/value-codec.ts';

/** An answer of the server's, to be continued. */
export interface CachedAnswer {
  readonly key: string;
  readonly paths: readonly string[];
  /** The state of the store that it is of. */
  readonly since: number;
  /** Time of the last use: greater for later ones. */
  readonly used: number;
}

export interface CachedDoc extends DocState {
  readonly used: number;
}

export interface CacheState {
  readonly epoch: string | null;
  readonly version: number;
  readonly used: number;
}

export interface StoredWrite {
  readonly id: string;
  readonly order: number;
  readonly at: number;
  readonly writes: readonly Write[];
}

export type StoredRecord = readonly [key: string, value: unknown];

/** Changes of one tab's cache, for the others. */
export interface CacheDelta {
  readonly epoch: string;
  readonly docs: readonly DocState[];
  /** Paths of documents no longer known. */
  readonly gone: readonly string[];
  /** Answers of open queries, and last answers of closed ones. */
  readonly open: readonly CachedAnswer[];
  readonly closed: readonly CachedAnswer[];
}

export interface CachedRecords {
  readonly state: CacheState | null;
  readonly docs: readonly CachedDoc[];
  readonly answers: readonly CachedAnswer[];
}

export interface StoredCache extends CachedRecords {
  /** False when the disk could not be read: then nothing is known of what is stored. */
  readonly isRead: boolean;
  readonly queue: readonly StoredWrite[];
}

interface Found {
  readonly cache: CachedRecords;
  readonly unreadable: { readonly docs: readonly string[]; readonly answers: readonly string[] };
  /** Records of the queue. */
  readonly queue: readonly StoredRecord[];
  /** Number of entries of the queue that were set aside. */
  readonly aside: number;
}

/** Sorts all records of one user by kind; names are relative to the user's prefix. `failed` gets the errors of unreadable records. */
export function readRecords(
  records: readonly StoredRecord[],
  failed: (record: string, error: unknown) => void,
): Found {
  const within = (part: string) =>
    records.flatMap(([name, value]): StoredRecord[] =>
      name.startsWith(`${part}/`) ? [[name.slice(part.length + 1), value]] : [],
    );
  const readAll = <T>(record: string, read: (stored: unknown) => T, found: readonly StoredRecord[]) => {
    const values: T[] = [];
    const unreadable: string[] = [];
    for (const [name, value] of found)
      try {
        values.push(read(value));
      } catch (error) {
        unreadable.push(name);
        failed(record, error);
      }
    return { values, unreadable };
  };
  const states = readAll(
    'state',
    readState,
    records.filter(([name]) => name === 'state'),
  );
  const [state = null] = states.values;
  const [docs, answers] = [within('doc'), within('answer')];
  const rest = { queue: within('queue'), aside: within('aside').length };
  const names = (found: readonly StoredRecord[]) => found.map(([name]) => name);
  // Without the state nothing is known of the versions.
  if (!state)
    return {
      cache: { state, docs: [], answers: [] },
      unreadable: { docs: names(docs), answers: names(answers) },
      ...rest,
    };
  const readDocs = readAll('document', readDoc, docs);
  const readAnswers = readAll('answer', readAnswer, answers);
  return {
    cache: { state, docs: readDocs.values, answers: readAnswers.values },
    unreadable: { docs: readDocs.unreadable, answers: readAnswers.unreadable },
    ...rest,
  };
}

/** @throws TypeError */
function readState(stored: unknown): CacheState {
  const { epoch, version, used } = fields(stored);
  if (epoch !== null) text(epoch);
  return { epoch: epoch as string | null, version: number(version), used: number(used) };
}

/** @throws TypeError */
function readDoc(stored: unknown): CachedDoc {
  const { path, data, version, used } = fields(decodeMessage(stored));
  return {
    path: checkDocumentPath(text(path)),
    data: data === null ? null : ownData(fields(data) as DocData),
    version: number(version),
    used: number(used),
  };
}

/** @throws TypeError */
function readAnswer(stored: unknown): CachedAnswer {
  const { key, paths, since, used } = fields(stored);
  if (!Array.isArray(paths)) throw new TypeError('The paths of a stored answer are no list.');
  return { key: text(key), paths: paths.map(text), since: number(since), used: number(used) };
}

/** @throws TypeError */
export function readWrite(stored: unknown): StoredWrite {
  const { id, order, at, writes } = fields(decodeMessage(stored));
  if (!Array.isArray(writes) || writes.length === 0)
    throw new TypeError('The writes of a stored batch are no list.');
  return {
    id: text(id),
    order: number(order),
    at: number(at),
    writes: writes.map((write) => ownWrite(fields(write) as unknown as Write)),
  };
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  if (!isPlainObject(value)) throw new TypeError('A stored record is no plain object.');
  return value;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('A stored name is no text.');
  return value;
}

function number(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new TypeError('A stored number is no finite number.');
  return value;
}
