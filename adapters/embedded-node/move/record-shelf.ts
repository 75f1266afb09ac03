/** A part of a move over stored records, one record for each. */
import type { KeptRecord } from '#fakes/cloud/journal.ts';
import type { ServiceName } from '#ports/control.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import type { MoveShelf, OpenContent } from '#provider-kit/move/move-backend.ts';
import type { RecordStore } from './record-store.ts';

interface ShelfForms<R> {
  readonly service: ServiceName;
  readonly part: string;
  /** @throws TypeError for a record that can't be read */
  read(value: unknown, key: string): R;
  write(record: R, contentOf: OpenContent): readonly KeptRecord[] | Promise<readonly KeptRecord[]>;
}

export function recordShelf<R>(
  store: RecordStore,
  { service, part, read, write }: ShelfForms<R>,
): MoveShelf<R> {
  const readable = (value: unknown, key: string): R => {
    try {
      return read(value, key);
    } catch (cause) {
      if (isPortError(cause)) throw cause;
      throw new PortError(
        'data-loss',
        `The record ${service}:${part}/${key} can’t be read. Start the desk once, which sets it aside; then move again.`,
        { cause },
      );
    }
  };
  return {
    async page(after) {
      const { entries, next } = store.page(service, part, after);
      return { records: entries.map(([key, value]) => readable(value, key)), next };
    },
    async get(keys) {
      return store.get(service, part, keys).map(([key, value]) => readable(value, key));
    },
    async write(records, contentOf) {
      const kept: KeptRecord[] = [];
      for (const record of records) kept.push(...(await write(record, contentOf)));
      store.put(kept);
    },
  };
}

/** `part/key` of a service with a value that has a place among the others. */
export const orderedRecord = (
  service: ServiceName,
  key: string,
  order: number,
  value: unknown,
): KeptRecord => ({ service, key, value: { order, value } });

/** Value of a record that has a place. @throws TypeError */
export function orderedValue(record: unknown): { readonly order: number; readonly value: unknown } {
  if (typeof record === 'object' && record !== null && 'order' in record && 'value' in record)
    return { order: Number(record.order), value: record.value };
  throw new TypeError('A record has no place in its order.');
}
