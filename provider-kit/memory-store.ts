/** Storage of a client for values that must survive a reload. Values are plain data. */
import type { Unsubscribe } from '#ports/shared.ts';
import { guardListener } from './guard-listener.ts';
import { MemoryLocks } from './memory-locks.ts';
import type { BrowserStore, Lock, TabStore } from './tab-store.ts';
import { Topics } from './topics.ts';

/** In browsers, workers and Node; the libraries of this module's compilation don't have them. */
declare const structuredClone: <T>(value: T) => T;
declare function queueMicrotask(run: () => void): void;

/** A store in memory: hand the same one to several clients to simulate tabs of one browser, or a reload. */
export function memoryStore(): BrowserStore {
  return new MemoryStore();
}

class MemoryStore implements BrowserStore {
  readonly values = new Map<string, unknown>();
  readonly locks = new MemoryLocks();
  readonly tabs = new Set<MemoryTab>();

  get(key: string): Promise<unknown> {
    return Promise.resolve(structuredClone(this.values.get(key)));
  }

  set(key: string, value: unknown): Promise<void> {
    return this.write(null, [[key, value]]);
  }

  remove(key: string): Promise<void> {
    return this.write(null, [[key, undefined]]);
  }

  openTab(): TabStore {
    const tab = new MemoryTab(this);
    this.tabs.add(tab);
    return tab;
  }

  /** Copied before anything is changed: a value that can't be stored changes nothing. */
  async write(author: MemoryTab | null, changes: readonly (readonly [string, unknown])[]): Promise<void> {
    const copies = structuredClone(changes);
    for (const [key, value] of copies)
      if (value === undefined) this.values.delete(key);
      else this.values.set(key, value);
    for (const tab of this.tabs) if (tab !== author) tab.hearOfChanges(copies);
  }
}

class MemoryTab implements TabStore {
  private readonly browser: MemoryStore;
  private readonly changes = new Topics();
  private readonly voices = new Topics<unknown>();
  private closed = false;

  constructor(browser: MemoryStore) {
    this.browser = browser;
  }

  get(key: string): Promise<unknown> {
    return this.browser.get(key);
  }

  set(key: string, value: unknown): Promise<void> {
    return this.write([[key, value]]);
  }

  remove(key: string): Promise<void> {
    return this.write([[key, undefined]]);
  }

  list(prefix: string): Promise<readonly (readonly [string, unknown])[]> {
    const found = [...this.browser.values].filter(([key]) => key.startsWith(prefix));
    return Promise.resolve(structuredClone(found.sort(([one], [other]) => (one < other ? -1 : 1))));
  }

  write(changes: readonly (readonly [string, unknown])[]): Promise<void> {
    return this.closed ? Promise.resolve() : this.browser.write(this, changes);
  }

  onChange(key: string, next: () => void): Unsubscribe {
    return this.changes.add(key, next);
  }

  say(topic: string, message: unknown): void {
    if (this.closed) return;
    for (const tab of this.browser.tabs)
      if (tab !== this) {
        const copy: unknown = structuredClone(message);
        tab.later(() => tab.voices.tell(topic, copy));
      }
  }

  onSaid(topic: string, next: (message: unknown) => void): Unsubscribe {
    return this.voices.add(topic, next);
  }

  lock(name: string): Lock {
    return this.closed ? never : this.browser.locks.ask(this, name, false);
  }

  share(name: string): Lock {
    return this.closed ? never : this.browser.locks.ask(this, name, true);
  }

  tryLock(name: string): Promise<Lock | null> {
    return Promise.resolve(this.closed ? null : this.browser.locks.tryAlone(this, name));
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.browser.tabs.delete(this);
    this.browser.locks.releaseAll(this);
  }

  hearOfChanges(changes: readonly (readonly [string, unknown])[]): void {
    for (const [key] of changes) this.later(() => this.changes.tell(key));
  }

  /** Notifies asynchronously, as another process would. */
  private later(hear: () => void): void {
    queueMicrotask(
      guardListener(() => {
        if (!this.closed) hear();
      }),
    );
  }
}

/** Lock given to a closed tab; never acquired. */
const never: Lock = { held: new Promise(() => {}), release: () => {} };
