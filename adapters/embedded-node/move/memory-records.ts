/** Records of a saved cloud, in memory. */
import type { KeepGroup, KeptRecord } from '#fakes/cloud/journal.ts';
import type { Entry } from '#fakes/cloud/records.ts';
import type { ServiceName } from '#ports/control.ts';
import { compareText } from '#query/order.ts';
import { decodeMessage } from '#query/value-codec.ts';
import { pageBounds, type RecordStore } from './record-store.ts';

export class MemoryRecordStore implements RecordStore {
  private readonly services = new Map<ServiceName, Map<string, unknown>>();
  private readonly sorted = new Map<string, readonly string[]>();

  /** Takes over what a cloud keeps. */
  readonly keep = async ({ records }: KeepGroup): Promise<void> => {
    this.put(records.map((record) => ({ ...record, value: decodeMessage(record.value) })));
  };

  page(service: ServiceName, part: string, after: string | null) {
    const prefix = `${part}/`;
    const keys = this.keysOf(service, prefix);
    const from = after === null ? 0 : keys.findIndex((key) => compareText(key, prefix + after) > 0);
    const some = from < 0 ? [] : keys.slice(from, from + pageBounds.records);
    const entries = this.get(
      service,
      part,
      some.map((key) => key.slice(prefix.length)),
    );
    const isLast = from < 0 || from + some.length >= keys.length;
    return { entries, next: isLast ? null : (entries.at(-1)?.[0] ?? null) };
  }

  get(service: ServiceName, part: string, keys: readonly string[]): readonly Entry[] {
    const records = this.services.get(service);
    return keys.flatMap((key): Entry[] => {
      const value = records?.get(`${part}/${key}`);
      return value === undefined ? [] : [[key, value]];
    });
  }

  put(records: readonly KeptRecord[]): void {
    for (const { service, key, value } of records) {
      const known = this.services.get(service) ?? new Map<string, unknown>();
      this.services.set(service, known);
      if (value === undefined) known.delete(key);
      else known.set(key, value);
    }
    this.sorted.clear();
  }

  isEmpty(): boolean {
    return this.services.size === 0;
  }

  clear(): void {
    this.services.clear();
    this.sorted.clear();
  }

  /** All records of a service. */
  entries(service: ServiceName): Iterable<Entry> {
    return this.services.get(service) ?? [];
  }

  private keysOf(service: ServiceName, prefix: string): readonly string[] {
    const name = `${service}:${prefix}`;
    const known = this.sorted.get(name);
    if (known) return known;
    const keys = [...(this.services.get(service)?.keys() ?? [])]
      .filter((key) => key.startsWith(prefix))
      .sort(compareText);
    this.sorted.set(name, keys);
    return keys;
  }
}
