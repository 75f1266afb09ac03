/** Stores of a browser whose operations fail on request, one by one or all. */
import type { ClientStores } from './context.ts';
import type { KeyValueStore } from '#provider-kit/tab-store.ts';
import type { BrowserStore, TabStore } from '#provider-kit/tab-store.ts';

export type StorageOperation = 'get' | 'list' | 'set' | 'remove' | 'write';

/** `index` counts the operations of these stores from 0. */
export type Fails = (operation: StorageOperation, index: number) => boolean;

export interface BrokenStores extends ClientStores {
  /** Operations so far, in order. */
  readonly operations: readonly StorageOperation[];
  /** Decides about the operations from now on. */
  fails: Fails;
  /** Closes the tab, as a crash does. */
  closeTab(): void;
}

/** A tab of a browser with these stores. */
export function brokenStores(
  disk: { readonly local: BrowserStore; readonly session: KeyValueStore },
  fails: Fails,
): BrokenStores {
  const operations: StorageOperation[] = [];
  const attempt = async <T>(operation: StorageOperation, run: () => Promise<T>): Promise<T> => {
    operations.push(operation);
    if (stores.fails(operation, operations.length - 1)) throw new Error(`The disk failed: ${operation}.`);
    return run();
  };
  const values = (store: KeyValueStore): KeyValueStore => ({
    get: (key) => attempt('get', () => store.get(key)),
    set: (key, value) => attempt('set', () => store.set(key, value)),
    remove: (key) => attempt('remove', () => store.remove(key)),
  });
  const tab = disk.local.openTab();
  const local: TabStore = {
    ...values(tab),
    list: (prefix) => attempt('list', () => tab.list(prefix)),
    write: (changes) => attempt('write', () => tab.write(changes)),
    onChange: (key, next) => tab.onChange(key, next),
    say: (topic, message) => tab.say(topic, message),
    onSaid: (topic, next) => tab.onSaid(topic, next),
    lock: (name) => tab.lock(name),
    share: (name) => tab.share(name),
    tryLock: (name) => tab.tryLock(name),
    close: () => tab.close(),
  };
  const stores: BrokenStores = {
    operations,
    fails,
    local: { openTab: () => local },
    session: values(disk.session),
    closeTab: () => tab.close(),
  };
  return stores;
}
