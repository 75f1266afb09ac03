/** Entities as documents and back. */
import * as v from 'valibot';
import { fromStored, toStored } from '#domain/stored.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { Timestamp, type WriteData } from '#ports/docs/values.ts';

export function toDocument(entity: object): WriteData {
  return toStored(entity, (ms) => Timestamp.fromMillis(ms)) as WriteData;
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

/** The value that a query compares a time field with. */
export const storedTime = (ms: number): Timestamp => Timestamp.fromMillis(ms);
