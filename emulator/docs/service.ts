/** The documents service over gRPC: each call is a connection to the cloud in the name of whoever makes it. */
import {
  type Metadata,
  type sendUnaryData,
  Server,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Reading } from '#fakes/cloud/docs/commit.ts';
import { withDistance } from '#fakes/cloud/docs/nearest.ts';
import type { FindReply, GetReply } from '#fakes/cloud/docs/protocol.ts';
import { checkDocumentPath } from '#ports/docs/paths.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import type { Connection } from '../connection.ts';
import { connectAs, namesIn } from './caller.ts';
import { ListenStream } from './listen.ts';
import type {
  AggregationMessage,
  BatchGetMessage,
  CommitMessage,
  ListenMessage,
  QueryMessage,
  WriteMessage,
} from './messages.ts';
import { type Names, pathOf } from './names.ts';
import { documentsService } from './protos.ts';
import { aggregatesFrom, queryFrom } from './queries.ts';
import { refusing, statusOf } from './status.ts';
import { type Reads, type Search, Transactions } from './transactions.ts';
import { wireDocument, wireTime, wireValue } from './values.ts';
import { commitWrites, serveWrites } from './write-stream.ts';

interface Asked {
  readonly cloud: Connection;
  readonly names: Names;
  /** Microseconds: nothing was known of the store before. */
  readonly since: number;
}

interface WithDatabase {
  readonly database?: string;
}

export function documentsServer(cloud: FakeCloud): Server {
  const transactions = new Transactions();
  const serve = async <T>(
    metadata: Metadata,
    database: string | undefined,
    run: (asked: Asked) => Promise<T>,
  ) => {
    const connection = connectAs(cloud, metadata);
    try {
      const since = (await connection.since()) * 1000;
      return await run({ cloud: connection, names: namesIn(metadata, database), since });
    } finally {
      connection.close();
    }
  };
  /** One answer to one question. */
  const unary =
    <In, Out extends object>(run: (message: In, asked: Asked) => Promise<Out>) =>
    ({ metadata, request }: ServerUnaryCall<In & WithDatabase, Out>, answer: sendUnaryData<Out>) =>
      void serve(metadata, request.database, (asked) => run(request, asked)).then(
        (reply) => answer(null, reply),
        (error: unknown) => answer(statusOf(error)),
      );
  /** Several answers to one question. */
  const streaming =
    <In>(run: (message: In, asked: Asked) => Promise<readonly object[]>) =>
    (call: ServerWritableStream<In & WithDatabase, object>) =>
      void serve(call.metadata, call.request.database, (asked) => run(call.request, asked)).then(
        (replies) => {
          for (const reply of replies) call.write(reply);
          call.end();
        },
        (error: unknown) => call.emit('error', statusOf(error)),
      );

  const reads = { batchGet: batchGet(transactions), runQuery: runQuery(transactions) };
  const implementation: UntypedServiceImplementation = {
    Listen(call: ServerDuplexStream<ListenMessage, object>) {
      return new ListenStream(call, connectAs(cloud, call.metadata), namesIn(call.metadata));
    },
    Write(call: ServerDuplexStream<WriteMessage, object>) {
      serveWrites(call, connectAs(cloud, call.metadata), namesIn(call.metadata));
    },
    BatchGetDocuments: streaming<BatchGetMessage>(reads.batchGet),
    RunQuery: streaming<QueryMessage>(reads.runQuery),
    RunAggregationQuery: streaming<AggregationMessage>(aggregate),
    BeginTransaction: unary(async () => ({ transaction: transactions.begin() })),
    Rollback: unary(async ({ transaction = new Uint8Array() }: CommitMessage) => {
      transactions.end(transaction);
      return {};
    }),
    Commit: unary(async ({ writes = [], transaction }: CommitMessage, asked) => {
      const { readings, searches } = transaction?.length ? transactions.end(transaction) : nothingRead;
      return conflicting(readings.length + searches.length > 0, async () => {
        for (const search of searches) await checkSearch(asked, search);
        return commitWrites(asked.cloud, writes, asked.names, readings);
      });
    }),
  };
  // A request carries 10 MiB.
  const server = new Server({ 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 });
  server.addService(documentsService(), implementation);
  return server;
}

const nothingRead: Reads = { readings: [], searches: [] };

const readingsOf = ({ docs }: FindReply): readonly Reading[] =>
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

/** What a transaction kept at the server has read no longer holds: it is to be run again. */
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
  (transactions: Transactions) =>
  async ({ documents = [], transaction, newTransaction }: BatchGetMessage, asked: Asked) => {
    const { cloud, names, since } = asked;
    const running = newTransaction ? transactions.begin() : transaction;
    const paths = documents.map((name) => refusing(() => checkDocumentPath(pathOf(name))));
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
  (transactions: Transactions) =>
  async ({ parent, structuredQuery, transaction, newTransaction }: QueryMessage, asked: Asked) => {
    const { cloud, names, since } = asked;
    const running = newTransaction ? transactions.begin() : transaction;
    const query = queryFrom(parent, structuredQuery);
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
      const data = nearest && doc.data ? withDistance(doc.data, distances[at] ?? 0, nearest) : doc.data;
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
  const query = queryFrom(parent, structuredQuery);
  const aggregates = aggregatesFrom(aggregations);
  const values = await cloud.request<Record<string, number | null>>('docs', 'aggregate', {
    query,
    aggregates,
  });
  const aggregateFields = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, wireValue(value, names)]),
  );
  return [{ result: { aggregateFields }, readTime: wireTime(since) }];
}
