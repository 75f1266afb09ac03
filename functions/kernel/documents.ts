/** Documents as parts of the server have them that need no whole transaction: they can be given one, or what is outside of any. */
import type * as v from 'valibot';
import { fromDocument, fromReadableDocument } from '#api/codec.ts';
import type { Query } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';

/** Null, and left out: what there is not, and in some of them what can't be read. */
export interface DocumentReads {
  get<S extends v.GenericSchema>(schema: S, path: string): Promise<v.InferOutput<S> | null>;
  /** Null also for a document that can't be read. */
  getReadable<S extends v.GenericSchema>(schema: S, path: string): Promise<v.InferOutput<S> | null>;
  find<S extends v.GenericSchema>(schema: S, query: Query): Promise<v.InferOutput<S>[]>;
}

export interface DocumentWork extends DocumentReads {
  readonly now: number;
  save(path: string, entity: object): void;
  remove(path: string): void;
}

/** Outside of a transaction. @throws UnreadableDocument */
export const readsOf = ({ docs }: Pick<ServerPorts, 'docs'>): DocumentReads => ({
  get: async (schema, path) => fromDocument(schema, await docs.get(path)),
  getReadable: async (schema, path) => fromReadableDocument(schema, await docs.get(path)),
  find: async (schema, query) =>
    (await docs.find(query)).flatMap((document) => fromDocument(schema, document) ?? []),
});
