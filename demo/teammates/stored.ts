import { fromStored } from '#api/codec.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { Timestamp } from '#ports/docs/values.ts';

/** A document as the entity that lives at its place: what a teammate reads, the server has written and checked. */
export function entityOf<T>({ data }: DocSnapshot): T {
  return fromStored(data, (value) => (value instanceof Timestamp ? value.toMillis() : null)) as T;
}
