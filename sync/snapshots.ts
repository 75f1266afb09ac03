/** Snapshots for readers: frozen, with pending server times by the reader's option. */
import { mapFields } from '#provider-kit/visit-values.ts';
import type {
  DocChange,
  DocSnapshot,
  PendingTimestamps,
  QuerySnapshot,
  SnapshotMetadata,
} from '#ports/docs/docs.ts';
import { copyForReader, isPlainObject, ownData } from '#provider-kit/docs/own.ts';
import { lastPart } from '#query/paths.ts';
import type { Query } from '#ports/docs/query.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import type { DocState } from '#query/doc-state.ts';
import { PendingTimestamp } from '#query/pending-timestamp.ts';
import { pendingOriginals } from '#query/sort-fields.ts';
import type { LocalDoc } from './local-doc.ts';
import type { Step } from './ordered-docs.ts';
import { allAdded, type RawChange } from './result-changes.ts';

/** A result at one moment. */
export interface Result {
  readonly docs: readonly LocalDoc[];
  readonly fromCache: boolean;
  readonly pending: boolean;
  /** Difference to the previous result, if known. */
  readonly step?: Step | null;
}

const metadataOf = (fromCache: boolean, hasPendingWrites: boolean): SnapshotMetadata =>
  metadata[(fromCache ? 1 : 0) + (hasPendingWrites ? 2 : 0)] ?? freshMetadata;

const freshMetadata = Object.freeze({ fromCache: false, hasPendingWrites: false });
const metadata = [
  freshMetadata,
  Object.freeze({ fromCache: true, hasPendingWrites: false }),
  Object.freeze({ fromCache: false, hasPendingWrites: true }),
  Object.freeze({ fromCache: true, hasPendingWrites: true }),
];

const variantOf = (fromCache: boolean, times: PendingTimestamps) =>
  (fromCache ? 0 : 3) + ['none', 'estimate', 'previous'].indexOf(times);

/** Further snapshots of a state, by their options. States are immutable, so these stay valid. */
const made = new WeakMap<LocalDoc, (DocSnapshot | undefined)[]>();

export function docSnapshot(doc: LocalDoc, fromCache: boolean, times: PendingTimestamps): DocSnapshot {
  const usual = !fromCache && !doc.unset;
  const known = usual ? doc.shown : made.get(doc)?.[variantOf(fromCache, doc.unset ? times : 'none')];
  if (known) return known;
  const shown = doc.data && (doc.unset ? ownData(withTimes(doc.data, times)) : doc.data);
  const data = shown && copyForReader(shown);
  // A missing document has no pending changes, though its deletion may be pending.
  const snapshot = snapshotOf(doc.path, data, metadataOf(fromCache, doc.pending && doc.data !== null));
  if (doc.unset && doc.data) pendingOriginals.set(snapshot, doc.data);
  // A document with bytes is copied for each reader: bytes can't be frozen.
  if (data !== shown) return snapshot;
  if (usual) doc.shown = snapshot;
  else {
    const variants = made.get(doc) ?? [];
    variants[variantOf(fromCache, doc.unset ? times : 'none')] = snapshot;
    made.set(doc, variants);
  }
  return snapshot;
}

const snapshotOf = (path: string, data: DocData | null, metadata: SnapshotMetadata): DocSnapshot =>
  Object.freeze({ id: lastPart(path), path, data, metadata });

/** Whether all readers of the document share one snapshot. */
const isShared = (doc: LocalDoc) => doc.shown !== null || made.has(doc);

/** Snapshot of a document from the server's answer to a single read. */
export const answeredSnapshot = ({ path, data }: DocState): DocSnapshot =>
  snapshotOf(path, data && copyForReader(ownData(data)), freshMetadata);

/** Snapshot of a query from the server's answer to a single read. */
export function answeredQuery(query: Query, states: readonly DocState[]): QuerySnapshot {
  const docs = Object.freeze(states.map(answeredSnapshot));
  const added = (doc: DocSnapshot, newIndex: number): DocChange =>
    Object.freeze({ type: 'added', doc, oldIndex: -1, newIndex });
  return Object.freeze({
    query,
    docs,
    changes: Object.freeze(docs.map(added)),
    metadata: freshMetadata,
  });
}

/** Snapshot of a document that the server lacks, or of which nothing is known. */
export const absentSnapshot = (path: string, fromCache: boolean): DocSnapshot =>
  snapshotOf(path, null, metadataOf(fromCache, false));

const withTimes = (data: DocData, times: PendingTimestamps): DocData =>
  mapFields(data, (value) => valueWithTimes(value, times));

function valueWithTimes(value: DocValue, times: PendingTimestamps): DocValue {
  if (value instanceof PendingTimestamp) {
    if (times === 'estimate') return value.estimate;
    // The previous value may itself hold pending times.
    return times === 'previous' ? valueWithTimes(value.previous, times) : null;
  }
  return isPlainObject(value) ? withTimes(value as DocData, times) : value;
}

/** A document that left the result is shown without its pending changes. */
const withoutPending = (doc: LocalDoc): LocalDoc =>
  doc.pending ? { ...doc, pending: false, shown: null } : doc;

/** Snapshots of a result's documents for one reader, updated incrementally with each result. */
export class ShownDocs {
  private readonly times: PendingTimestamps;
  private list: DocSnapshot[] = [];
  private fromCache: boolean | null = null;
  /** Whether all readers share every document in the list. */
  private shared = true;

  constructor(times: PendingTimestamps) {
    this.times = times;
  }

  /** `changes` are all since the last call. */
  follow({ docs, fromCache }: Result, changes: readonly RawChange[]): void {
    const show = (doc: LocalDoc) => docSnapshot(doc, fromCache, this.times);
    if (fromCache !== this.fromCache || !this.shared) {
      this.list = docs.map(show);
      this.fromCache = fromCache;
      this.shared = docs.every(isShared);
      return;
    }
    for (const { doc, oldIndex, newIndex } of changes) {
      if (oldIndex >= 0 && oldIndex !== newIndex) this.list.splice(oldIndex, 1);
      if (newIndex < 0) continue;
      if (oldIndex === newIndex) this.list[newIndex] = show(doc);
      else this.list.splice(newIndex, 0, show(doc));
      this.shared &&= isShared(doc);
    }
  }

  /** Confirms the document at this index, with the same content. */
  confirm(at: number, doc: LocalDoc): void {
    this.list[at] = docSnapshot(doc, this.fromCache ?? false, this.times);
    this.shared &&= isShared(doc);
  }

  now(): readonly DocSnapshot[] {
    return Object.freeze([...this.list]);
  }
}

export function querySnapshot(
  query: Query,
  result: Result,
  changes: readonly RawChange[],
  times: PendingTimestamps,
  docs: readonly DocSnapshot[],
): QuerySnapshot {
  const show = (doc: LocalDoc) => docSnapshot(doc, result.fromCache, times);
  return Object.freeze({
    query,
    docs,
    changes: Object.freeze(
      changes.map(({ type, doc, oldIndex, newIndex }) =>
        Object.freeze({
          type,
          doc: show(type === 'removed' ? withoutPending(doc) : doc),
          oldIndex,
          newIndex,
        }),
      ),
    ),
    metadata: metadataOf(result.fromCache, result.pending),
  });
}

/** Snapshot of a query for a single read. */
export function wholeSnapshot(query: Query, result: Result, times: PendingTimestamps): QuerySnapshot {
  const changes = allAdded(result.docs);
  const docs = new ShownDocs(times);
  docs.follow(result, changes);
  return querySnapshot(query, result, changes, times, docs.now());
}
