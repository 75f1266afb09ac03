/** A store in memory, and clouds restored from it. */
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from './cloud.ts';
import type { KeptCloud, SetAsideRecord } from './snapshot.ts';
import { decodeMessage } from '#query/value-codec.ts';
import type { Keep, KeepGroup, KeptHead } from './journal.ts';
import type { Entry } from './records.ts';
import type { CloudOptions } from './cloud-options.ts';
import type { ServiceName } from '#ports/control.ts';

export class MemoryRecords {
  readonly groups: KeepGroup[] = [];
  /** Values of the records that were set aside. */
  readonly aside = new Map<string, unknown>();
  private head: KeptHead | null = null;
  private readonly records = new Map<string, { service: ServiceName; key: string; value: unknown }>();
  private gate: Promise<void> = Promise.resolve();
  private refusing = false;
  /** Groups under way at once, at most. */
  most = 0;
  private underWay = 0;

  readonly keep: Keep = async (group) => {
    this.most = Math.max(this.most, ++this.underWay);
    await this.gate;
    this.underWay--;
    if (this.refusing) throw new Error('There is no room.');
    this.apply(group);
  };

  /** Groups wait until the gate is opened. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gate = promise;
    return resolve;
  }

  refuse(refusing: boolean): void {
    this.refusing = refusing;
  }

  /** Stored state as a restart would find it now. */
  found(): KeptCloud {
    if (!this.head) throw new Error('Nothing was kept.');
    const of = (service: ServiceName) =>
      [...this.records.values()]
        .filter((record) => record.service === service)
        .map(({ key, value }): Entry => [key, decodeMessage(value)])
        // Records by key, as a store gives them.
        .sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      head: this.head,
      records: {
        auth: of('auth'),
        docs: of('docs'),
        realtime: of('realtime'),
        functions: of('functions'),
        storage: of('storage'),
        messaging: of('messaging'),
        config: of('config'),
        performance: of('performance'),
      },
    };
  }

  /** Names of all records. */
  names(): readonly string[] {
    return [...this.records.keys()];
  }

  /** Another store with the same records. */
  copy(): MemoryRecords {
    const copy = new MemoryRecords();
    copy.head = this.head;
    for (const [name, record] of this.records) copy.records.set(name, record);
    return copy;
  }

  /** A cloud restored from the store, at the time of its last change. */
  next(options: Omit<CloudOptions, 'clock'> = {}): FakeCloud {
    return this.opened(options).cloud;
  }

  /** The same, with the records that were set aside. */
  opened(options: Omit<CloudOptions, 'clock'> = {}): {
    readonly cloud: FakeCloud;
    readonly aside: readonly SetAsideRecord[];
  } {
    const found = this.found();
    const cloud = new FakeCloud({ ...options, clock: new ManualClock(found.head.at) });
    return { cloud, aside: cloud.keepWith(this.keep, found) };
  }

  private apply(group: KeepGroup): void {
    this.groups.push(group);
    this.head = group.head;
    for (const [name, { service }] of this.records)
      if (group.anew.includes(service)) this.records.delete(name);
    for (const { service, key } of group.setAside) {
      const name = `${service}:${key}`;
      this.aside.set(name, this.records.get(name)?.value);
      this.records.delete(name);
    }
    for (const { service, key, value } of group.records) {
      const name = `${service}:${key}`;
      if (value === undefined) this.records.delete(name);
      else this.records.set(name, { service, key, value: structuredClone(value) });
    }
  }
}
