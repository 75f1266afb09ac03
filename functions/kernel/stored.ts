/** Entities as documents and back. */
import * as v from 'valibot';
import { fromStored, toStored } from '#api/codec.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { Timestamp, type WriteData } from '#ports/docs/values.ts';

export function toDocument(entity: object): WriteData {
  return toStored(entity, storedTime) as WriteData;
}

/** A document that does not fit its schema: it was written by something else than this code. Says nothing of its content. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
  readonly path: string;
  /** The field of the document that does not fit. */
  readonly field: string;

  constructor(path: string, field: string) {
    super(`The field ${field} of ${path} does not fit.`);
    this.path = path;
    this.field = field;
  }
}

/**
 * The entity in a document; null when there is none.
 * @throws UnreadableDocument
 */
export function fromDocument<S extends v.GenericSchema>(
  schema: S,
  snapshot: DocSnapshot,
): v.InferOutput<S> | null {
  if (snapshot.data === null) return null;
  const plain = fromStored(snapshot.data, (value) => (value instanceof Timestamp ? value.toMillis() : null));
  const result = v.safeParse(schema, plain, { abortEarly: true });
  if (result.success) return result.output;
  const [{ path }] = result.issues;
  throw new UnreadableDocument(snapshot.path, String(path?.[0]?.key ?? 'data'));
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
