/** Reads outside of a transaction that pass over what can't be read, and note it. */
import type * as v from 'valibot';
import { fromDocument, UnreadableDocument } from '#api/codec.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import type { Query } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { DocumentReads } from './documents.ts';
import { noteUnreadable } from './note-unreadable.ts';

/** Null also for a document that can't be read. */
export async function getReadable<S extends v.GenericSchema>(
  server: ServerPorts,
  schema: S,
  path: string,
): Promise<v.InferOutput<S> | null> {
  return (await readable(server, schema, [await server.docs.get(path)]))[0] ?? null;
}

/** Without those that can't be read. */
export async function findReadable<S extends v.GenericSchema>(
  server: ServerPorts,
  schema: S,
  query: Query,
): Promise<v.InferOutput<S>[]> {
  return readable(server, schema, await server.docs.find(query));
}

/** Both, for parts that read by them. */
export const readableReads = (server: ServerPorts): DocumentReads => ({
  get: (schema, path) => getReadable(server, schema, path),
  getReadable: (schema, path) => getReadable(server, schema, path),
  find: (schema, found) => findReadable(server, schema, found),
});

async function readable<S extends v.GenericSchema>(
  server: ServerPorts,
  schema: S,
  snapshots: readonly Pick<DocSnapshot, 'path' | 'data'>[],
): Promise<v.InferOutput<S>[]> {
  const found: v.InferOutput<S>[] = [];
  const unreadable: UnreadableDocument[] = [];
  for (const snapshot of snapshots)
    try {
      const entity = fromDocument(schema, snapshot);
      if (entity !== null) found.push(entity);
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error;
      unreadable.push(error);
    }
  await noteUnreadable(server, unreadable);
  return found;
}
