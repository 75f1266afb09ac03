/**
 * Storage of the cloud in IndexedDB: one record for each record of a service, and a head. Many documents of one collection are stored
 * together, in blocks, some time after they were written. A group is one transaction.
 */
import { clear, createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import type { KeepGroup } from '#fakes/cloud/journal.ts';
import { asideKey, foundIn, headKey, headRecord, type Records } from '#fakes/host/records.ts';
import { DocDirectory } from '#fakes/host/doc-directory.ts';
import { removedDoc, serviceEnd, servicePrefix } from '#fakes/host/record-keys.ts';
import type { ServiceName } from '#ports/control.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { packDocs } from './pack-docs.ts';

type Pause = (ms: number) => Promise<void>;

/** @throws when the browser refuses storage, at the first use. `pause` waits before storage that failed for a moment is asked again. */
export function indexedDbRecords(name = 'muster-cloud', pause: Pause = sleep): Required<Records> {
  let store: UseStore | null = null;
  /** `null` until the records are read. */
  let directory: DocDirectory | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const opened =
    () =>
    <T>(mode: IDBTransactionMode, run: (records: IDBObjectStore) => T | PromiseLike<T>): Promise<T> =>
      retried(() => (store ??= createStore(name, 'records'))(mode, run), pause);
  /** Changes one after the other: each relies on what the directory says of those before. */
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const result = last.then(run);
    last = result.catch(() => undefined);
    return result;
  };
  return {
    async read() {
      const [keys, values] = await opened()('readonly', (records) =>
        Promise.all([
          promisifyRequest<IDBValidKey[]>(records.getAllKeys()),
          promisifyRequest<unknown[]>(records.getAll()),
        ]),
      );
      const found = new Map(keys.map((key, at) => [String(key), values[at]]));
      directory = new DocDirectory(found);
      return foundIn(found);
    },
    write: (group, aheadMs) =>
      inTurn(async () => {
        await opened()('readwrite', (records) => put(records, group, aheadMs, directory));
        directory?.note(group);
      }),
    clear: () =>
      inTurn(async () => {
        await clear(opened());
        directory = new DocDirectory(new Map());
      }),
    pack: (packer) =>
      inTurn(async () => {
        const plan = directory && packer.next(directory);
        if (!directory || !plan) return false;
        directory.packed(plan, await opened()('readwrite', (records) => packDocs(records, plan, packer)));
        return packer.next(directory) !== null;
      }),
  };
}

const sleep: Pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(guardListener(resolve), ms);
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

const allOf = (service: ServiceName) =>
  IDBKeyRange.bound(servicePrefix(service), serviceEnd(service), false, true);

function put(
  records: IDBObjectStore,
  { head, anew, records: changed, setAside }: KeepGroup,
  aheadMs: number,
  directory: DocDirectory | null,
) {
  const { transaction } = records;
  /** Whether a block may hold the document of this record still. */
  const isInBlock = (service: ServiceName, key: string) =>
    service === 'docs' && key.startsWith('doc/') && directory?.hasBlocks(key.slice('doc/'.length));
  try {
    for (const { service, key } of setAside) {
      const found = records.get(servicePrefix(service) + key);
      const keepAside = () => records.put(found.result, asideKey(head, service, key));
      found.addEventListener(
        'success',
        guardListener(keepAside, () => transaction.abort()),
      );
      records.delete(servicePrefix(service) + key);
    }
    for (const service of anew) records.delete(allOf(service));
    for (const { service, key, value } of changed)
      if (value !== undefined) records.put(value, servicePrefix(service) + key);
      else if (isInBlock(service, key)) records.put(removedDoc, servicePrefix(service) + key);
      else records.delete(servicePrefix(service) + key);
    const hasBlocks = directory?.hasAnyBlock() && !anew.includes('docs');
    records.put(headRecord(head, aheadMs, hasBlocks ? 'blocks' : 'apart'), headKey);
  } catch (error) {
    // Aborts, because the earlier puts would be stored without the rest.
    transaction.abort();
    throw error;
  }
  return promisifyRequest<undefined>(transaction);
}
