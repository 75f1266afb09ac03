/**
 * Changed records that are not stored yet, and callbacks that wait until they are. One group is stored at a time; later changes go
 * together in the next one.
 */
import type { ServiceName } from '#ports/control.ts';
import { encodeMessage } from '#query/value-codec.ts';
import type { ServiceRecords } from './records.ts';

export interface KeptRecord {
  readonly service: ServiceName;
  readonly key: string;
  /** Plain data as `encodeMessage` gives it; `undefined`: there is no such record any more. */
  readonly value: unknown;
}

/** Records to be stored together, all or nothing. */
export interface KeepGroup {
  /** Head as in a snapshot. */
  readonly head: KeptHead;
  /** Services whose stored records are all replaced: these are removed first. */
  readonly anew: readonly ServiceName[];
  readonly records: readonly KeptRecord[];
  /** Records to be set aside first: they stay in the store, out of the service's reach. */
  readonly setAside: readonly Pick<KeptRecord, 'service' | 'key'>[];
}

export interface KeptHead {
  readonly version: 1;
  readonly at: number;
  readonly life: number;
}

/** Resolves when the group outlasts this process. Called again only after that. A group that was refused is part of the next. */
export type Keep = (group: KeepGroup) => Promise<void>;

export interface JournalSource {
  head(): KeptHead;
  records(service: ServiceName): ServiceRecords;
}

interface Waiting {
  readonly after: number;
  readonly run: () => void;
}

export class Journal {
  private readonly source: JournalSource;
  private keep: Keep | null = null;
  /** Keys by service; `null`: everything of it. */
  private dirty = new Map<ServiceName, Set<string> | null>();
  /** Unreadable records that the store has not set aside yet. */
  private aside: KeepGroup['setAside'] = [];
  /** Numbers of changes: noted so far, and stored of those. */
  private noted = 0;
  private kept = 0;
  /** Waiting callbacks in the order of their calls. */
  private waiting: Waiting[] = [];
  private running: Promise<void> | null = null;

  constructor(source: JournalSource) {
    this.source = source;
  }

  /** Begins to note changes and to store them by `keep`. */
  open(keep: Keep): void {
    this.keep = keep;
  }

  /** Stores all records of these services. No change led to it, so no callback waits for it. */
  keepAll(services: Iterable<ServiceName>): void {
    for (const service of services) this.dirty.set(service, null);
    this.start();
  }

  /** Has records set aside that could not be read, with the next group. */
  setAside(records: KeepGroup['setAside']): void {
    if (records.length === 0) return;
    this.aside = records;
    this.touch();
  }

  /** Ends storing and drops waiting callbacks. Resolves when the last group has ended. */
  async close(): Promise<void> {
    this.keep = null;
    this.dirty.clear();
    this.release(this.noted);
    await this.running;
  }

  /** Keys are read only in a cloud with storage. */
  changed(service: ServiceName, keys: () => Iterable<string>): void {
    if (!this.keep) return;
    const known = this.dirty.get(service);
    if (known !== null) {
      const dirty = known ?? new Set<string>();
      for (const key of keys()) dirty.add(key);
      this.dirty.set(service, dirty);
    }
    this.touch();
  }

  /** Notes that all records of a service were replaced. */
  replaced(service: ServiceName): void {
    if (!this.keep) return;
    this.dirty.set(service, null);
    this.touch();
  }

  /** Notes a change of the head, or of the data stored with it. */
  touch(): void {
    if (!this.keep) return;
    this.noted++;
    this.start();
  }

  /** Runs `run` once earlier changes are stored or could not be, in the order of the calls; at once when none waits. */
  after(run: () => void): void {
    if (this.kept === this.noted && this.waiting.length === 0) run();
    else this.waiting.push({ after: this.noted, run });
  }

  private start(): void {
    // Changes of one operation are one group: the run begins after the operation.
    this.running ??= Promise.resolve().then(() => this.run());
  }

  private async run(): Promise<void> {
    for (let first = true; this.keep && (first || this.kept < this.noted); first = false) {
      const { noted, dirty } = this;
      this.dirty = new Map();
      try {
        const { aside } = this;
        await this.keep(this.group(dirty));
        if (this.aside === aside) this.aside = [];
      } catch {
        // The next change tries it again; until then no callback waits for it.
        this.giveBack(dirty);
      }
      this.release(noted);
    }
    this.running = null;
  }

  private group(dirty: ReadonlyMap<ServiceName, ReadonlySet<string> | null>): KeepGroup {
    const anew: ServiceName[] = [];
    const records: KeptRecord[] = [];
    for (const [service, keys] of dirty) {
      const source = this.source.records(service);
      if (keys === null) {
        anew.push(service);
        for (const [key, value] of source.all()) records.push({ service, key, value: encodeMessage(value) });
      } else for (const key of keys) records.push({ service, key, value: encodeMessage(source.get(key)) });
    }
    return { head: this.source.head(), anew, records, setAside: this.aside };
  }

  private giveBack(dirty: ReadonlyMap<ServiceName, ReadonlySet<string> | null>): void {
    if (!this.keep) return;
    for (const [service, keys] of dirty) {
      const since = this.dirty.get(service);
      this.dirty.set(service, keys === null || since === null ? null : new Set([...keys, ...(since ?? [])]));
    }
  }

  private release(upTo: number): void {
    this.kept = Math.max(this.kept, upTo);
    const later = this.waiting.findIndex(({ after }) => after > this.kept);
    for (const { run } of this.waiting.splice(0, later < 0 ? this.waiting.length : later)) run();
  }
}
