/** Indexes of documents that are not all read yet. */
import { Indexes } from './indexes.ts';
import { type Plan, scopesOf } from './plan.ts';
import { QueryIndex, shapeOf } from './query-index.ts';
import type { QueriedDoc } from './sorting.ts';
import { UnreadDocs } from './unread-docs.ts';

class UnreadIndexes<T extends QueriedDoc> extends Indexes<T> {
  private readonly unread: UnreadDocs<T>;

  /** `docs` are all documents of a question's collection or group that are read. `unread` gives the documents it reads to `add`. */
  constructor(docs: (plan: Plan) => Iterable<T>, unread: UnreadDocs<T>) {
    super(docs);
    this.unread = unread;
  }

  override find(plan: Plan): readonly T[] {
    return this.unread.has(plan) ? this.findByIndex(plan, shapeOf(plan)) : super.find(plan);
  }

  /** Adds a document that was not read before; results of queries do not change. */
  add(doc: T): void {
    for (const scope of scopesOf(doc.path))
      for (const { index } of this.byScope.get(scope)?.values() ?? []) index.change(null, doc);
  }

  protected override makeIndex(plan: Plan): QueryIndex<T> {
    return new UnreadQueryIndex(plan, this.docs(plan), this.unread);
  }
}

/** Has more documents read when a result needs them. */
class UnreadQueryIndex<T extends QueriedDoc> extends QueryIndex<T> {
  private readonly unread: UnreadDocs<T>;

  constructor(plan: Plan, docs: Iterable<T>, unread: UnreadDocs<T>) {
    super(plan, docs);
    this.unread = unread;
  }

  override take(plan: Plan, most: number, past: T | null = null, attempt = 0): T[] {
    const docs = super.take(plan, most, past);
    const hasMore = this.unread.readFor(plan, { docs, most, past, attempt });
    return hasMore ? this.take(plan, most, past, attempt + 1) : docs;
  }
}

/** Documents that are not read yet, and indexes of all. */
export interface UnreadParts<T extends QueriedDoc> {
  readonly unread: UnreadDocs<T>;
  readonly indexes: Indexes<T>;
}

/** `docs` are those of a question's collection or group that are read. `receive` takes a document that was read, unless there is one. */
export function withUnread<T extends QueriedDoc>(
  docs: (plan: Plan) => Iterable<T>,
  receive: (doc: T) => boolean,
): UnreadParts<T> {
  const unread = new UnreadDocs<T>((read) => {
    for (const doc of read) if (receive(doc)) indexes.add(doc);
  });
  const indexes = new UnreadIndexes<T>(docs, unread);
  return { unread, indexes };
}
