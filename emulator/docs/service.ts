/** The documents service, by whatever transport: each call is a connection to the cloud in the name of whoever makes it. */
import { mapFields } from '#provider-kit/visit-values.ts';
import type { CommitReading } from '#fakes/cloud/docs/commit.ts';
import { doubleOf } from '#query/exact-number.ts';
import { withDistance } from '#query/nearest.ts';
import type { FindReply, GetReply } from '#fakes/cloud/docs/protocol.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import { platformPath } from '#firebase-rules/platform/arguments.ts';
import type { SocketConnection } from '../connection.ts';
import type { Stores } from '../stores.ts';
import type { Asked, Method } from './asked.ts';
import type { Call } from './call.ts';
import { connectAs } from './caller.ts';
import {
  batchWrite,
  type BatchWriteMessage,
  createDocument,
  type CreateDocumentMessage,
  deleteDocument,
  type DeleteDocumentMessage,
  getDocument,
  type GetDocumentMessage,
  listCollectionIds,
  type ListCollectionIdsMessage,
  listDocuments,
  type ListDocumentsMessage,
  type PartitionMessage,
  partitionQuery,
  updateDocument,
  type UpdateDocumentMessage,
} from './documents.ts';
import { serveListen } from './listen.ts';
import type {
  AggregationMessage,
  BatchGetMessage,
  CommitMessage,
  ListenMessage,
  QueryMessage,
  WriteMessage,
} from './messages.ts';
import { type ResourceNames, namesIn } from './names.ts';
import { aggregatesFrom, queryFrom } from './queries.ts';
import { refusing, statusOf } from './status.ts';
import { type Reads, type Search, DocTransactions } from './transactions.ts';
import { wireDocument, wireTime, wireValue } from './values.ts';
import { commitWrites, serveWrites } from './write-stream.ts';

/** Each method by its name in the protocol. */
export interface DocumentsService {
  /** Unary methods: one response per request. */
  readonly one: {
    readonly BeginTransaction: Method<object, object>;
    readonly Commit: Method<CommitMessage, object>;
    readonly Rollback: Method<CommitMessage, object>;
    readonly BatchWrite: Method<BatchWriteMessage, object>;
    readonly CreateDocument: Method<CreateDocumentMessage, object>;
    readonly DeleteDocument: Method<DeleteDocumentMessage, object>;
    readonly GetDocument: Method<GetDocumentMessage, object>;
    readonly ListCollectionIds: Method<ListCollectionIdsMessage, object>;
    readonly ListDocuments: Method<ListDocumentsMessage, object>;
    readonly PartitionQuery: Method<PartitionMessage, object>;
    readonly UpdateDocument: Method<UpdateDocumentMessage, object>;
  };
  /** Several answers to one question. */
  readonly many: {
    readonly BatchGetDocuments: Method<BatchGetMessage, readonly object[]>;
    readonly RunAggregationQuery: Method<AggregationMessage, readonly object[]>;
    readonly RunQuery: Method<QueryMessage, readonly object[]>;
  };
  /** Both speak. */
  readonly streams: {
    Listen(call: Call<ListenMessage>): void;
    Write(call: Call<WriteMessage>): void;
  };
}

export function documentsService(stores: Stores): DocumentsService {
  const transactions = new DocTransactions();
  const method =
    <In, Out>(run: (message: In, asked: Asked) => Promise<Out>): Method<In, Out> =>
    async (message, headers) => {
      const names = namesIn(headers, message);
      const store = stores.of(names.database);
      const connection = connectAs(store, headers);
      try {
        const since = (await connection.since()) * 1000;
        return await run(message, {
          cloud: connection,
          names,
          since,
          newId: () => store.server.docs.newId(),
        });
      } finally {
        connection.close();
      }
    };
  const stream =
    <In>(serve: (call: Call<In>, cloud: SocketConnection, names: ResourceNames) => void) =>
    (call: Call<In>): void => {
      try {
        const names = namesIn(call.headers);
        serve(call, connectAs(stores.of(names.database), call.headers), names);
      } catch (error) {
        call.fail(statusOf(error));
      }
    };
  return {
    one: {
      BeginTransaction: method(async () => ({ transaction: transactions.begin() })),
      Commit: method(async ({ writes = [], transaction }, asked) => {
        const { readings, searches } = transaction?.length ? transactions.end(transaction) : nothingRead;
        return conflicting(readings.length + searches.length > 0, async () => {
          for (const search of searches) await checkSearch(asked, search);
          return commitWrites(asked.cloud, writes, asked.names, readings);
        });
      }),
      Rollback: method(async ({ transaction = new Uint8Array() }) => {
        transactions.end(transaction);
        return {};
      }),
      BatchWrite: method(batchWrite),
      CreateDocument: method(createDocument),
      DeleteDocument: method(deleteDocument),
      GetDocument: method(getDocument),
      ListCollectionIds: method(listCollectionIds),
      ListDocuments: method(listDocuments),
      PartitionQuery: method(partitionQuery),
      UpdateDocument: method(updateDocument),
    },
    many: {
      BatchGetDocuments: method(batchGet(transactions)),
      RunAggregationQuery: method(aggregate),
      RunQuery: method(runQuery(transactions)),
    },
    streams: {
      Listen: stream(serveListen),
      Write: stream(serveWrites),
    },
  };
}

const nothingRead: Reads = { readings: [], searches: [] };

const readingsOf = ({ docs }: FindReply): readonly CommitReading[] =>
  docs.map(({ path, version }) => ({ path, version }));

/** @throws PortError failed-precondition when it finds something else now */
async function checkSearch({ cloud }: Asked, { query, found }: Search): Promise<void> {
  const now = readingsOf(await cloud.request<FindReply>('docs', 'find', { query }));
  const same =
    now.length === found.length &&
    now.every(({ path, version }, at) => path === found[at]?.path && version === found[at].version);
  if (!same)
    throw new PortError('failed-precondition', 'A query of the transaction finds something else now.');
}

/** A transaction whose reads, kept at the server, are outdated: to be retried. */
async function conflicting<T>(isTransaction: boolean, commit: () => Promise<T>): Promise<T> {
  try {
    return await commit();
  } catch (error) {
    if (isTransaction && isPortError(error, 'failed-precondition', 'already-exists'))
      throw new PortError('aborted', 'What the transaction read has changed.', { cause: error });
    throw error;
  }
}

const batchGet =
  (transactions: DocTransactions) =>
  async ({ documents = [], transaction, newTransaction }: BatchGetMessage, asked: Asked) => {
    const { cloud, names, since } = asked;
    const running = newTransaction ? transactions.begin() : transaction;
    const paths = documents.map((name) => refusing(() => platformPath(names.pathOf(name))));
    const states = await Promise.all(paths.map((path) => cloud.request<GetReply>('docs', 'get', { path })));
    if (running?.length)
      for (const { path, seen } of states) transactions.note(running, { path, version: seen });
    const first = newTransaction ? [{ transaction: running }] : [];
    return [
      ...first,
      ...states.map((state) =>
        state.data
          ? { found: wireDocument(state, names), readTime: wireTime(state.version) }
          : { missing: names.of(state.path), readTime: wireTime(Math.max(state.version, since - 1)) },
      ),
    ];
  };

const runQuery =
  (transactions: DocTransactions) =>
  async ({ parent, structuredQuery, transaction, newTransaction }: QueryMessage, asked: Asked) => {
    const { cloud, names, since } = asked;
    const running = newTransaction ? transactions.begin() : transaction;
    const query = queryFrom(names, parent, structuredQuery);
    const reply = await cloud.request<FindReply>('docs', 'find', { query });
    const { docs, distances = [], version } = reply;
    if (running?.length) {
      const found = readingsOf(reply);
      for (const reading of found) transactions.note(running, reading);
      transactions.noteSearch(running, { query, found });
    }
    const readTime = wireTime(Math.max(version, since - 1));
    const { nearest } = query;
    const rows = docs.map((doc, at) => {
      const data =
        nearest && doc.data ? withDistance(doc.data, doubleOf(distances[at] ?? 0), nearest) : doc.data;
      return { document: wireDocument({ ...doc, data }, names), readTime };
    });
    return [
      ...(newTransaction ? [{ transaction: running }] : []),
      // An empty answer has a time, too.
      ...(rows.length > 0 ? rows : [{ readTime }]),
    ];
  };

async function aggregate(
  { parent, structuredAggregationQuery = {} }: AggregationMessage,
  { cloud, names, since }: Asked,
): Promise<readonly object[]> {
  const { structuredQuery, aggregations } = structuredAggregationQuery;
  const query = queryFrom(names, parent, structuredQuery);
  const aggregates = aggregatesFrom(aggregations);
  const values = await cloud.request<Record<string, number | null>>('docs', 'aggregate', {
    query,
    aggregates,
  });
  const aggregateFields = mapFields(values, (value) => wireValue(value, names));
  return [{ result: { aggregateFields }, readTime: wireTime(since) }];
}
