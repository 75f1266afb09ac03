/** History of the latest changes, for clients that resume from a past version. Recorded from the first request on. */
import type { StoreChange, StoredDoc } from '#query/store.ts';

const most = 10_000;

interface Entry {
  readonly version: number;
  readonly path: string;
  readonly before: StoredDoc | null;
}

export class History {
  private entries: Entry[] = [];
  /** Version from which on the history is complete; `null` while none is recorded. */
  private from: number | null = null;

  /** Begins to record, if it has not yet. `version` is the state of the store now. */
  keep(version: number): void {
    this.from ??= version;
  }

  add(version: number, changes: readonly StoreChange[]): void {
    if (this.from === null) return;
    for (const { path, before } of changes) this.entries.push({ version, path, before });
    if (this.entries.length <= most * 2) return;
    const dropped = this.entries.splice(0, this.entries.length - most);
    this.from = dropped.at(-1)?.version ?? this.from;
    // A commit of which only a part is left is of no use.
    this.entries = this.entries.filter((entry) => entry.version > (this.from ?? 0));
  }

  /** Documents that have changed since, as they were then; `null` when that is not known any more. */
  since(version: number): ReadonlyMap<string, StoredDoc | null> | null {
    if (this.from === null || version < this.from) return null;
    const were = new Map<string, StoredDoc | null>();
    for (let at = this.entries.length - 1; at >= 0; at--) {
      const entry = this.entries[at];
      if (!entry || entry.version <= version) break;
      were.set(entry.path, entry.before);
    }
    return were;
  }

  clear(): void {
    this.entries = [];
    this.from = null;
  }
}
