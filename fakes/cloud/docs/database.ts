/** Documents of one cloud: storage, commits, and their times. */
import * as v from 'valibot';
import type { Aggregate, Write } from '#ports/docs/docs.ts';
import type { Query } from '#ports/docs/query.ts';
import type { DocValue } from '#ports/docs/values.ts';
import { rejectNearest } from '#query/nearest.ts';
import type { Plan } from '#query/plan.ts';
import type { DocBlock } from '#query/doc-block.ts';
import { createPlanner } from '#query/planner.ts';
import { type StoreChange, DocStore, type StoredDoc } from '#query/store.ts';
import { onePart, oneOf, readEach, type ServiceRecords, serviceRecords } from '../records.ts';
import { platformLimits } from '#firebase-rules/platform/planner.ts';
import type { Platform } from '../service.ts';
import { storedAs, storedNumber } from '../stored.ts';
import { aggregatedFields, aggregateOf, checkAggregates } from './aggregate.ts';
import { commit, type Committed, type Proposal, type CommitReading } from './commit.ts';
import { automaticIndexes, type DeclaredIndexes, type ReadIndexes } from './declared-indexes.ts';
import { docOfRecord, docsOf, noBlocks, ownDoc } from './doc-records.ts';
import { History } from './history.ts';
import { type Author, Hub } from './hub.ts';
import { IndexEntries } from './index-entries.ts';
import { Outcomes, type OutcomesData } from './outcomes.ts';
import type { Accepted, CommitRequest } from './protocol.ts';
import type { docBlocks } from './stored-block.ts';

/** Queues whose last write is remembered, and transactions. */
const mostQueues = 10_000;
const mostTransactions = 1000;
/** Most writes in one commit when everything is removed. */
const largestBatch = 500;

export interface DocsData {
  readonly epoch: string;
  readonly version: number;
  readonly ids: number;
  readonly docs: readonly StoredDoc[];
  readonly queues: OutcomesData;
  readonly transactions: OutcomesData;
}

type DocsMeta = Pick<DocsData, 'epoch' | 'version' | 'ids'>;

const metaKey = 'meta/';

const storedMeta = storedAs<DocsMeta>(
  v.looseObject({ epoch: v.string(), version: storedNumber, ids: storedNumber }),
);

export class DocDatabase {
  private readonly platform: Platform;
  private readonly store: DocStore;
  /** `null` when documents are never stored in blocks. */
  private readonly blocks: typeof docBlocks | null;
  private readonly history = new History();
  readonly hub: Hub;
  /** Plans a query, whether an index serves it or not. @throws PortError as `planOf` of planner.ts */
  readonly planOf = createPlanner(platformLimits);
  private readonly entries: IndexEntries;
  /** `null` when every query is served. */
  private readonly indexes: DeclaredIndexes | null;
  private readonly queues: Outcomes;
  private readonly transactions: Outcomes;
  readonly records: ServiceRecords;
  private version = 0;
  private ids = 0;
  private epoch: string;
  /** Observer of each change before the listeners; the returned function runs after them. */
  private readonly before: (changes: readonly StoreChange[]) => () => void;

  /** @throws TypeError for indexes that can't be read, or are given without `readIndexes` */
  constructor(
    platform: Platform,
    before: (changes: readonly StoreChange[]) => () => void = () => () => {},
    readIndexes: ReadIndexes | null = null,
    blocks: typeof docBlocks | null = null,
  ) {
    this.platform = platform;
    this.blocks = blocks;
    this.store = new DocStore(blocks?.unread);
    const { indexes } = platform.options;
    if (indexes !== undefined && !readIndexes)
      throw new TypeError(
        'The option “indexes” needs documents with index checks: `docsPartWith({ indexes: indexChecks })`.',
      );
    this.indexes = indexes === undefined ? null : (readIndexes?.(indexes) ?? null);
    this.entries = new IndexEntries(this.indexes?.config ?? automaticIndexes);
    this.before = before;
    this.epoch = this.nextEpoch();
    this.queues = new Outcomes(mostQueues, (queue) => this.note(`queue/${queue}`));
    this.transactions = new Outcomes(mostTransactions, (mutation) => this.note(`transaction/${mutation}`));
    this.records = this.asRecords();
    this.hub = new Hub(this.store, () => ({ epoch: this.epoch, version: this.version }), this.history);
  }

  currentEpoch(): string {
    return this.epoch;
  }

  get(path: string): StoredDoc | null {
    return this.store.get(path);
  }

  /** The paths of all collections that hold a document. */
  collections(): Iterable<string> {
    return this.store.collections();
  }

  inCollection(path: string): Iterable<StoredDoc> {
    return this.store.inCollection(path);
  }

  /** Removes every document and notifies listeners. */
  clear(): void {
    const writes = Array.from(this.store.all(), ({ path }): Write => ({ type: 'delete', path }));
    for (let at = 0; at < writes.length; at += largestBatch) this.write(writes.slice(at, at + largestBatch));
  }

  /** @throws PortError as `planOf`; failed-precondition for a query that no index serves */
  plan(query: Query, aggregated: readonly string[] = []): Plan {
    const plan = this.planOf(query);
    this.indexes?.check(plan, aggregated);
    return plan;
  }

  /** @throws PortError as `plan` */
  find(query: Query): readonly StoredDoc[] {
    return this.store.indexes.find(this.plan(query));
  }

  /** @throws PortError as `plan`; invalid-argument for too few or too many aggregates */
  aggregate(query: Query, aggregates: Readonly<Record<string, Aggregate>>): Record<string, DocValue> {
    checkAggregates(aggregates);
    const plan = this.plan(rejectNearest(query), aggregatedFields(aggregates));
    return aggregateOf(plan, (unlimited) => this.store.indexes.find(unlimited), aggregates);
  }

  /** The version that the next commit can verify, and which a missing document has been missing at. */
  currentVersion(): number {
    return this.version;
  }

  /** @throws PortError as `commit`; nothing has changed then */
  write(writes: readonly Write[], readings: readonly CommitReading[] = []): Committed {
    const committed = this.commit(writes, readings);
    this.publish(committed.changes, null, null);
    return committed;
  }

  /** A client's write, if `authorize` does not refuse it. Sent again, it is answered again, and done once. */
  accept(request: CommitRequest, session: string, authorize?: (proposal: Proposal) => void): Accepted {
    const { queue, mutation, writes, readings } = request;
    const outcomes = queue === null ? this.transactions : this.queues;
    const known = outcomes.find(queue ?? mutation, mutation);
    if (known) return known;
    const diesAfter = this.platform.faults.crash('docs', 'commit');
    try {
      const { version, results, changes } = this.commit(writes, readings, diesAfter, authorize);
      const accepted: Accepted = { mutation, version, results };
      outcomes.keep(queue ?? mutation, accepted);
      this.publish(changes, { session, queue }, accepted);
      return accepted;
    } finally {
      if (diesAfter !== null) this.platform.crash();
    }
  }

  /** The last write that was accepted from a queue. */
  lastAccepted(queue: string | null): Accepted | null {
    return queue === null ? null : this.queues.last(queue);
  }

  newId(): string {
    this.note(metaKey);
    return this.platform.random.fork(`docs/${this.ids++}`).id();
  }

  snapshot(): DocsData {
    return {
      epoch: this.epoch,
      version: this.version,
      ids: this.ids,
      docs: [...this.store.all()],
      queues: this.queues.data(),
      transactions: this.transactions.data(),
    };
  }

  /** Listeners are not notified: the platform drops all connections. */
  restore({ docs, ...more }: DocsData): void {
    // Unreadable data throws here, before anything has changed.
    this.replaceAll(more, docs.map(ownDoc));
  }

  private replaceAll(
    { epoch, version, ids, queues, transactions }: Omit<DocsData, 'docs'>,
    docs: readonly StoredDoc[],
    unread: readonly DocBlock<StoredDoc>[] = [],
  ): void {
    const outcomes = [this.queues.read(queues), this.transactions.read(transactions)] as const;
    this.hub.clear();
    this.history.clear();
    const goesOn = this.version === 0;
    this.version = Math.max(this.version, version);
    this.ids = Math.max(this.ids, ids);
    this.store.replaceAll(docs, unread);
    for (const replace of outcomes) replace();
    // A cloud without history adopts the restored epoch, so that states cached by clients stay valid.
    this.epoch = goesOn ? epoch : this.nextEpoch();
    this.note(metaKey);
  }

  /** Time of the next commit in microseconds: later than all stored ones. */
  now(): number {
    return Math.max(this.version + 1, Math.ceil(this.platform.clock.now() * 1000));
  }

  private commit(
    writes: readonly Write[],
    readings: readonly CommitReading[],
    diesAfter: number | null = null,
    authorize?: (proposal: Proposal) => void,
  ): Committed {
    const version = this.now();
    const committed = commit(this.store, writes, readings, version, this.entries, diesAfter, authorize);
    this.version = version;
    this.history.add(version, committed.changes);
    this.platform.changed('docs', function* () {
      yield metaKey;
      for (const { path } of committed.changes) yield `doc/${path}`;
    });
    return committed;
  }

  private note(key: string): void {
    this.platform.changed('docs', () => [key]);
  }

  private asRecords(): ServiceRecords {
    return serviceRecords(
      {
        meta: onePart((): DocsMeta => ({ epoch: this.epoch, version: this.version, ids: this.ids })),
        doc: docsOf(this.store),
        block: this.blocks?.part ?? noBlocks,
        queue: this.queues.part(),
        transaction: this.transactions.part(),
      },
      ({ meta, doc, block, queue, transaction }, aside) => {
        const docs = readEach('doc', doc, aside, (kept, path) => docOfRecord(path, kept));
        const report = (path: string, error: unknown) =>
          this.platform.unreadable('docs', `doc/${path}`, error);
        const { blocks } = this;
        const unread = blocks
          ? readEach('block', block, aside, (kept) => blocks.read(kept, docOfRecord, report))
          : [];
        const versions = [...docs.map(({ version }) => version), ...unread.map(({ latest }) => latest)];
        this.replaceAll(
          {
            ...oneOf('meta', meta, aside, storedMeta, () => this.metaOf(versions)),
            queues: this.queues.dataOf('queue', queue, aside),
            transactions: this.transactions.dataOf('transaction', transaction, aside),
          },
          docs,
          unread,
        );
      },
    );
  }

  /** Stands in for the lost record of these fields: caches of clients are no longer valid, and no id comes again. */
  private metaOf(versions: readonly number[]): DocsMeta {
    const version = versions.reduce((latest, one) => Math.max(latest, one), this.version);
    return { epoch: this.nextEpoch(), version, ids: this.platform.clock.now() };
  }

  private publish(changes: readonly StoreChange[], author: Author | null, accepted: Accepted | null): void {
    const told = this.before(changes);
    this.hub.publish(changes, author, accepted);
    told();
  }

  private nextEpoch(): string {
    return this.platform.random.fork(`docs/epoch/${this.version}/${this.platform.clock.now()}`).id();
  }
}
