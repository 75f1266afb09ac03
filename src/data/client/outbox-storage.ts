/**
 * Lists in the browser's storage with one key for each entry. Tabs share the storage without a lock, so no tab writes what another has
 * written: adding and removing an entry leaves all others alone.
 */
import type { Unsubscribe } from '#ports/shared.ts';

/** The part of the browser's `Storage` that is used, and changes by other tabs. */
export interface OutboxStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Calls `changed` after another tab has changed the storage. */
  watch(changed: () => void): Unsubscribe;
}

export class StoredEntries<T extends object> {
  private readonly storage: OutboxStorage;
  private readonly prefix: string;
  private readonly isEntry: (value: unknown) => value is T;

  constructor(storage: OutboxStorage, name: string, isEntry: (value: unknown) => value is T) {
    this.storage = storage;
    this.prefix = `${name}/`;
    this.isEntry = isEntry;
  }

  /** In no particular order. Foreign values under such a key are left out. */
  all(): readonly T[] {
    const keys = Array.from({ length: this.storage.length }, (_, index) => this.storage.key(index));
    return keys.flatMap((key) => {
      if (key === null || !key.startsWith(this.prefix)) return [];
      const value = parsed(this.storage.getItem(key));
      return this.isEntry(value) ? [value] : [];
    });
  }

  /** False where the storage is full or forbidden: then the entry lives as long as the page. */
  put(id: string, entry: T): boolean {
    try {
      this.storage.setItem(this.prefix + id, JSON.stringify(entry));
      return true;
    } catch {
      return false;
    }
  }

  remove(id: string): void {
    this.storage.removeItem(this.prefix + id);
  }

  /** Moves the entries of a list that a version before kept under one key. */
  takeOver(key: string, idOf: (entry: T) => string): void {
    const text = this.storage.getItem(key);
    if (text === null) return;
    const list = parsed(text);
    for (const entry of Array.isArray(list) ? list.filter(this.isEntry) : []) this.put(idOf(entry), entry);
    this.storage.removeItem(key);
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
