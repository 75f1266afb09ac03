/** Health of a client's local storage: failures, writes that are not stored, stored writes that can't be read. */

export interface StorageState {
  /** Writes made here that a reload would lose: the storage has not taken them yet. */
  readonly unstoredWrites: number;
  /** Unreadable stored writes of earlier pages. Quarantined: kept in the storage, never sent. */
  readonly unreadableWrites: number;
}

export interface StorageFailure {
  /** `decode`: the storage gave a record that can't be read. */
  readonly operation: 'read' | 'write' | 'decode';
  /** Stored thing: `session`, `configuration`, `documents`, `write`, … */
  readonly record: string;
  readonly error: unknown;
}

export interface StorageObserver {
  /** Called at each failure; of a series of attempts, at the first. */
  failed(failure: StorageFailure): void;
  changed(state: StorageState): void;
}

export const noObserver: StorageObserver = { failed: () => {}, changed: () => {} };

const healthy: StorageState = { unstoredWrites: 0, unreadableWrites: 0 };

export class StorageHealth {
  private readonly observer: StorageObserver;
  /** State of each cache, by its name. */
  private readonly parts = new Map<string, StorageState>();
  private shown = healthy;

  constructor(observer: StorageObserver) {
    this.observer = observer;
  }

  failed(operation: StorageFailure['operation'], record: string, error: unknown): void {
    this.observer.failed({ operation, record, error });
  }

  /** Updates the state of one cache. */
  update(cache: string, changes: Partial<StorageState>): void {
    this.parts.set(cache, { ...healthy, ...this.parts.get(cache), ...changes });
    const sum = (name: keyof StorageState) =>
      [...this.parts.values()].reduce((total, part) => total + part[name], 0);
    const next = { unstoredWrites: sum('unstoredWrites'), unreadableWrites: sum('unreadableWrites') };
    if (
      next.unstoredWrites === this.shown.unstoredWrites &&
      next.unreadableWrites === this.shown.unreadableWrites
    )
      return;
    this.shown = next;
    this.observer.changed(next);
  }

  /** Reads, a second time if the first fails. @throws what the second attempt threw */
  async read<T>(record: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      this.failed('read', record, error);
      return run();
    }
  }

  /** Writes; false when the storage does not take it. */
  async write(record: string, run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      this.failed('write', record, error);
      return false;
    }
  }

  /** A stored value; `null` when there is none, or none that can be read. */
  async value<T>(
    record: string,
    run: () => Promise<unknown>,
    parse: (stored: unknown) => T,
  ): Promise<T | null> {
    let stored: unknown;
    try {
      stored = await this.read(record, run);
    } catch {
      return null;
    }
    if (stored === undefined || stored === null) return null;
    try {
      return parse(stored);
    } catch (error) {
      this.failed('decode', record, error);
      return null;
    }
  }
}
