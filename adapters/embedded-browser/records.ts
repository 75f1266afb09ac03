/** Storage of the cloud in IndexedDB: one record for each record of a service, and a head. A group is one transaction. */
import { clear, createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import type { CloudSnapshot, KeptCloud } from '#fakes/cloud/cloud.ts';
import { decodeMessage } from '#fakes/cloud/codec.ts';
import type { KeepGroup } from '#fakes/cloud/journal.ts';
import type { Entry } from '#fakes/cloud/records.ts';
import type { ServiceName } from '#ports/control.ts';

/** Version of the format. Raise it for an incompatible change: older storage is then discarded. */
const format = 4;

const services = [
  'auth',
  'docs',
  'realtime',
  'functions',
  'storage',
  'messaging',
  'config',
  'performance',
] as const satisfies readonly ServiceName[];

interface Head {
  readonly format: number;
  readonly snapshot: CloudSnapshot['version'];
  /** The cloud's time when it was written. */
  readonly at: number;
  readonly life: number;
  /** Offset of the cloud's clock from the system's. */
  readonly aheadMs: number;
}

export type Found =
  | { readonly state: 'kept'; readonly cloud: KeptCloud; readonly aheadMs: number }
  | { readonly state: 'nothing' }
  /** Of another version, or incomplete. */
  | { readonly state: 'unreadable' };

export interface Records {
  read(): Promise<Found>;
  /** Atomic; resolves when it is durable. */
  write(group: KeepGroup, aheadMs: number): Promise<void>;
  clear(): Promise<void>;
}

type Pause = (ms: number) => Promise<void>;

/** @throws when the browser refuses storage, at the first use. `pause` waits before storage that failed for a moment is asked again. */
export function indexedDbRecords(name = 'muster-cloud', pause: Pause = sleep): Records {
  let store: UseStore | null = null;
  const opened =
    () =>
    <T>(mode: IDBTransactionMode, run: (records: IDBObjectStore) => T | PromiseLike<T>): Promise<T> =>
      retried(() => (store ??= createStore(name, 'records'))(mode, run), pause);
  return {
    async read() {
      const [keys, values] = await opened()('readonly', (records) =>
        Promise.all([
          promisifyRequest<IDBValidKey[]>(records.getAllKeys()),
          promisifyRequest<unknown[]>(records.getAll()),
        ]),
      );
      return found(new Map(keys.map((key, at) => [String(key), values[at]])));
    },
    write: (group, aheadMs) => opened()('readwrite', (records) => put(records, group, aheadMs)),
    clear: () => clear(opened()),
  };
}

const sleep: Pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Retry policy. Errors that pass: 8 retries within 12.8 s. Others, as of a full disk or refused storage: none. */
const pausesMs = [50, 100, 200, 400, 800, 1600, 3200, 6400];
/**
 * `UnknownError`: the files are still locked by a browser that was killed, or could not be read. `InvalidStateError`, `AbortError`: the
 * connection was closed by the browser, whose storage process has ended.
 */
const passing = ['UnknownError', 'InvalidStateError', 'AbortError'];

async function retried<T>(run: () => Promise<T>, pause: Pause): Promise<T> {
  for (const ms of pausesMs) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof DOMException) || !passing.includes(error.name)) throw error;
    }
    await pause(ms);
  }
  return run();
}

const prefixOf = (service: ServiceName) => `${service}:`;

/** `;` is the character after `:`. */
const allOf = (service: ServiceName) => IDBKeyRange.bound(prefixOf(service), `${service};`, false, true);

function put(records: IDBObjectStore, { head, anew, records: changed }: KeepGroup, aheadMs: number) {
  const { transaction } = records;
  try {
    if (services.every((service) => anew.includes(service))) records.clear();
    else for (const service of anew) records.delete(allOf(service));
    for (const { service, key, value } of changed)
      if (value === undefined) records.delete(prefixOf(service) + key);
      else records.put(value, prefixOf(service) + key);
    const { version: snapshot, at, life } = head;
    records.put({ format, snapshot, at, life, aheadMs } satisfies Head, 'head');
  } catch (error) {
    // Aborts, because the earlier puts would be stored without the rest.
    transaction.abort();
    throw error;
  }
  return promisifyRequest<undefined>(transaction);
}

function found(records: ReadonlyMap<string, unknown>): Found {
  const head = records.get('head');
  if (head === undefined) return { state: 'nothing' };
  if (!isHead(head) || head.format !== format) return { state: 'unreadable' };
  const { snapshot: version, at, life, aheadMs } = head;
  const byService = Object.fromEntries(services.map((service) => [service, [] as Entry[]])) as Record<
    ServiceName,
    Entry[]
  >;
  for (const [key, value] of records) {
    const service = key.slice(0, Math.max(0, key.indexOf(':')));
    if (Object.hasOwn(byService, service))
      byService[service as ServiceName].push([key.slice(service.length + 1), decodeMessage(value)]);
  }
  return { state: 'kept', cloud: { head: { version, at, life }, records: byService }, aheadMs };
}

function isHead(value: unknown): value is Head {
  if (typeof value !== 'object' || value === null) return false;
  const head = value as Partial<Head>;
  return (
    typeof head.format === 'number' &&
    typeof head.at === 'number' &&
    typeof head.life === 'number' &&
    typeof head.aheadMs === 'number'
  );
}
