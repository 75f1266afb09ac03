/** State that the tabs of one browser share: stored values, messages, and locks. */
import type { Unsubscribe } from '#ports/shared.ts';

/** Values that survive a reload; plain data. */
export interface KeyValueStore {
  /** `undefined` when there is none. */
  get(key: string): Promise<unknown>;
  /** Replaces the value; settles once it would survive a crash. */
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Store of a browser for all its tabs. */
export interface BrowserStore extends KeyValueStore {
  /** A new tab's share in it. */
  openTab(): TabStore;
}

/**
 * A tab's access to the browser's store, messages and locks. A closed or crashed tab holds no lock, changes nothing and
 * receives nothing.
 */
export interface TabStore extends KeyValueStore {
  /** Entries whose key begins with `prefix`, by key. */
  list(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]>;
  /**
   * Sets each value, or removes it (`undefined`): all or none, in the order of the calls. Settles once it would survive a crash.
   */
  write(changes: readonly (readonly [key: string, value: unknown])[]): Promise<void>;
  /** Calls `next` each time another tab has set or removed this value; reading it then finds that, or something newer. */
  onChange(key: string, next: () => void): Unsubscribe;
  /** Sends a message to all other open tabs, which receive the messages of one tab in order; nothing is stored. */
  say(topic: string, message: unknown): void;
  onSaid(topic: string, next: (message: unknown) => void): Unsubscribe;
  /** Requests a lock that one tab at a time holds, in the order of the requests. */
  lock(name: string): Lock;
  /** Acquires the lock as one of any number that share it while no tab holds it alone. */
  share(name: string): Lock;
  /** Acquires the lock now; `null` when another tab holds it, alone or shared. */
  tryLock(name: string): Promise<Lock | null>;
  close(): void;
}

export interface Lock {
  /** Resolves once it is held; never when it was let go before. */
  readonly held: Promise<void>;
  /** Releases the lock, or withdraws the request for it. */
  release(): void;
}

/** Stores of one tab: shared with the browser’s other tabs, and its own. */
export interface TabStores {
  readonly local: TabStore;
  readonly session: KeyValueStore;
}
