/** Entities as documents and back. */
import * as v from 'valibot';
import { fromStored, toStored } from '#domain/stored.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { Timestamp, type WriteData } from '#ports/docs/values.ts';

export function toDocument(entity: object): WriteData {
  return toStored(entity, storedTime) as WriteData;
}

/**
 * The entity in a document; null when there is none.
 * @throws ValiError for a document that is no such entity: it was written by something else than this code
 */
export function fromDocument<S extends v.GenericSchema>(
  schema: S,
  snapshot: DocSnapshot,
): v.InferOutput<S> | null {
  if (snapshot.data === null) return null;
  const plain = fromStored(snapshot.data, (value) => (value instanceof Timestamp ? value.toMillis() : null));
  return v.parse(schema, plain);
}

/**
 * The value of a time field, also for a query to compare with. To the nearest microsecond, which is what backends keep:
 * a time that a browser's write was given is the same after it was read and stored again.
 */
export function storedTime(ms: number): Timestamp {
  const micros = Math.round(ms * 1000);
  const seconds = Math.floor(micros / 1_000_000);
  return new Timestamp(seconds, (micros - seconds * 1_000_000) * 1000);
}
