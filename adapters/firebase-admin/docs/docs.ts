/** Documents, with the server's authority. */
import { mapFields } from '#provider-kit/visit-values.ts';
import type { App } from 'firebase-admin/app';
import type {
  AggregateField,
  AggregateSpec,
  DocumentData,
  DocumentSnapshot,
  Firestore,
  Transaction,
  WriteBatch,
} from 'firebase-admin/firestore';
import { ownPlainQuery, ownQueryWithin } from '#provider-kit/docs/check-query.ts';
import { ownWriteWithin } from '#provider-kit/docs/check-writes.ts';
import type { Aggregate, DocSnapshot, Write } from '#ports/docs/docs.ts';
import { parseFieldPath } from '#provider-kit/docs/field-path.ts';
import { checkDocumentPath } from '#provider-kit/docs/paths.ts';
import type { Nearest, Query } from '#ports/docs/query.ts';
import { PortError } from '#ports/errors.ts';
import type { ServerDocs, ServerTransaction } from '#ports/server/server.ts';
import { firestoreLimits } from '../../firebase/docs/limits.ts';
import { asPort } from '../errors.ts';
import { newServerId } from '../machine.ts';
import { fieldPath, Queries } from './queries.ts';
import { type Sdk, AdminValues } from './values.ts';

/** Attempts of a conflicting transaction, with growing delays: several minutes in total. */
const maxAttempts = 10;

export function createAdminDocs(app: App): ServerDocs {
  let opened: Promise<Desk> | null = null;
  const desk = () => (opened ??= openDesk(app));
  return {
    get: (path) => asPort(async () => (await desk()).get(path)),
    find: (query) => asPort(async () => (await desk()).find(query)),
    aggregate: <T extends Readonly<Record<string, Aggregate>>>(query: Query, aggregates: T) =>
      asPort(
        async () =>
          (await (await desk()).aggregate(query, aggregates)) as {
            readonly [name in keyof T]: number | null;
          },
      ),
    batch: (writes) => asPort(async () => (await desk()).batch(writes)),
    transaction: async (run) => (await desk()).transact(run),
    newId: newServerId,
    nearest: { find: (query, nearest) => asPort(async () => (await desk()).nearest(query, nearest)) },
  };
}

async function openDesk(app: App): Promise<Desk> {
  const sdk = await import('firebase-admin/firestore');
  return new Desk(sdk, sdk.getFirestore(app));
}

/** Common operations of batches and transactions. */
type Writer = Pick<WriteBatch, 'set' | 'update' | 'delete'>;

const confirmed = Object.freeze({ fromCache: false, hasPendingWrites: false });

/** Database with the SDK that was loaded for it. */
class Desk {
  private readonly sdk: Sdk;
  private readonly database: Firestore;
  private readonly values: AdminValues;
  private readonly queries: Queries;

  constructor(sdk: Sdk, database: Firestore) {
    this.sdk = sdk;
    this.database = database;
    this.values = new AdminValues(sdk, database);
    this.queries = new Queries(sdk, database, this.values);
  }

  async get(path: string, transaction?: Transaction): Promise<DocSnapshot> {
    const reference = this.database.doc(checkDocumentPath(path, firestoreLimits));
    return this.snapshot(await (transaction ? transaction.get(reference) : reference.get()));
  }

  async find(query: Query, transaction?: Transaction): Promise<readonly DocSnapshot[]> {
    const own = ownPlainQuery(firestoreLimits, query);
    const built = await this.queries.build(own);
    const { docs } = await (transaction ? transaction.get(built) : built.get());
    return docs.map((doc) => this.snapshot(doc));
  }

  async nearest(query: Query, wanted: Nearest): Promise<readonly DocSnapshot[]> {
    const own = ownQueryWithin(firestoreLimits, { ...query, nearest: wanted });
    const built = await this.queries.build(own);
    const { docs } = await this.queries.nearest(built, own.nearest ?? wanted).get();
    return docs.map((doc: DocumentSnapshot) => this.snapshot(doc));
  }

  async aggregate(
    query: Query,
    aggregates: Readonly<Record<string, Aggregate>>,
  ): Promise<Readonly<Record<string, number | null>>> {
    const { AggregateField } = this.sdk;
    const field = (aggregate: Aggregate): AggregateField<number> | AggregateField<number | null> => {
      if ('sum' in aggregate) return AggregateField.sum(this.path(aggregate.sum));
      if ('average' in aggregate) return AggregateField.average(this.path(aggregate.average));
      return AggregateField.count();
    };
    const own = ownPlainQuery(firestoreLimits, query);
    const spec: AggregateSpec = mapFields(aggregates, field);
    const result = await (await this.queries.build(own)).aggregate(spec).get();
    return result.data() as Readonly<Record<string, number | null>>;
  }

  async batch(writes: readonly Write[]): Promise<void> {
    const own = writes.map((write) => ownWriteWithin(firestoreLimits, write));
    if (own.length === 0) return;
    const batch = this.database.batch();
    for (const write of own) this.write(batch, write);
    await batch.commit();
  }

  /** An error of `run` comes out unchanged; the SDK would take some errors of its services for a conflict, and so do we. */
  async transact<T>(run: (transaction: ServerTransaction) => Promise<T>): Promise<T> {
    let thrown: { readonly error: unknown } | null = null;
    try {
      return await this.database.runTransaction(
        async (transaction) => {
          thrown = null;
          try {
            return await run(this.within(transaction));
          } catch (error) {
            thrown = { error };
            // A conflict found by a read is the SDK's to act upon: it looks at the code of its own error.
            throw error instanceof PortError && error.cause instanceof Error ? error.cause : error;
          }
        },
        { maxAttempts },
      );
    } catch (error) {
      if (thrown !== null) throw (thrown as { readonly error: unknown }).error;
      return asPort(() => Promise.reject(error as Error));
    }
  }

  private within(transaction: Transaction): ServerTransaction {
    let wrote = false;
    const reading = <T>(read: () => Promise<T>): Promise<T> =>
      asPort(async () => {
        if (wrote) throw new PortError('invalid-argument', 'A transaction reads before it writes.');
        return read();
      });
    return {
      get: (path) => reading(() => this.get(path, transaction)),
      find: (query) => reading(() => this.find(query, transaction)),
      write: (write) => {
        const own = ownWriteWithin(firestoreLimits, write);
        wrote = true;
        this.write(transaction as unknown as Writer, own);
      },
    };
  }

  private write(to: Writer, write: Write): void {
    const reference = this.database.doc(write.path);
    switch (write.type) {
      case 'set': {
        const data = this.values.fields(write.data);
        if (write.merge === undefined) to.set(reference, data);
        else if (write.merge === true) to.set(reference, data, { merge: true });
        else to.set(reference, data, { mergeFields: write.merge.map((field) => this.path(field)) });
        return;
      }
      case 'update': {
        const [first, ...rest] = Object.entries(write.changes).flatMap(([field, value]) => [
          this.path(field),
          this.values.toSdk(value),
        ]);
        // An update of nothing still asks for the document to be there, and the SDK wants a field: one that nobody has.
        if (first === undefined) to.update(reference, newServerId(), this.sdk.FieldValue.delete());
        else to.update(reference, first as string, ...(rest as [unknown, ...unknown[]]));
        return;
      }
      case 'delete':
        to.delete(reference);
    }
  }

  private path(field: string) {
    return fieldPath(this.sdk, parseFieldPath(field));
  }

  private snapshot(found: DocumentSnapshot<DocumentData>): DocSnapshot {
    const data = found.data();
    return Object.freeze({
      id: found.id,
      path: found.ref.path,
      data: data === undefined ? null : this.values.data(data),
      metadata: confirmed,
    });
  }
}
