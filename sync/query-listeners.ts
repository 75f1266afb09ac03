/** Listeners by query. Listeners of one query share one view and are notified in the order of subscription. */
import type { PortError } from '#ports/errors.ts';
import type { LocalDoc } from './local-doc.ts';
import { changesBetween, type RawChange } from './result-changes.ts';
import type { Result } from './snapshots.ts';
import type { LocalView } from './view.ts';

export interface Listener {
  readonly includeMetadataChanges: boolean;
  /** Receives every result, also results that are not shown, with all changes since the previous result. */
  follow(result: Result, changes: readonly RawChange[]): void;
  /** Confirms the document at this index of the last result, with the same content. */
  confirm(at: number, doc: LocalDoc): void;
  /** Returns how to show the result that was followed last. */
  show(result: Result, changes: readonly RawChange[]): () => void;
  fail(error: PortError): void;
}

interface Entry {
  readonly listener: Listener;
  active: boolean;
  /** Result that the listener was last shown; `null` before the first. */
  shown: Result | null;
  /** Whether the listener waits for a first result: at the start, and after another person signed in. */
  fresh: boolean;
}

/** A query with its listeners. */
export class QueryListeners {
  readonly view: LocalView;
  /** Views opened later have a greater one. */
  readonly order: number;
  private entries: Entry[] = [];
  private last: {
    before: readonly LocalDoc[];
    after: readonly LocalDoc[];
    changes: readonly RawChange[];
  } | null = null;

  constructor(view: LocalView, order: number) {
    this.view = view;
    this.order = order;
  }

  size(): number {
    return this.entries.length;
  }

  add(listener: Listener): () => void {
    const entry: Entry = { listener, active: true, shown: null, fresh: true };
    this.entries.push(entry);
    return () => {
      entry.active = false;
      this.entries = this.entries.filter((other) => other !== entry);
    };
  }

  /** Makes the next result a first one again, after another person signed in. */
  startAfresh(): void {
    for (const entry of this.entries) entry.fresh = true;
  }

  fail(error: PortError, later: (job: () => void) => void): void {
    const { entries } = this;
    this.entries = [];
    for (const entry of entries)
      later(() => {
        const { active } = entry;
        entry.active = false;
        if (active) entry.listener.fail(error);
      });
  }

  /** Queues the notification of each listener about the present view; returns whether there was any. */
  tell(offline: boolean, later: (job: () => void) => void): boolean {
    const result = this.view.result();
    let told = false;
    for (const entry of this.entries) {
      const { listener, shown } = entry;
      if (entry.fresh && !this.firstIsDue(result, offline)) continue;
      entry.shown = result;
      const all = this.changes(shown?.docs ?? nothing, result);
      listener.follow(result, all);
      const changes = due(listener, shown, result, all);
      if (!changes) continue;
      entry.fresh = false;
      told = true;
      const show = listener.show(result, changes);
      later(() => {
        if (entry.active) show();
      });
    }
    return told;
  }

  /** Confirms a document in place, as `Membership` describes: nothing is shown if no listener wants metadata. */
  confirm(docs: readonly LocalDoc[], at: number, doc: LocalDoc): boolean {
    for (const { listener } of this.entries) if (listener.includeMetadataChanges) return false;
    for (const { listener, shown } of this.entries) if (shown?.docs === docs) listener.confirm(at, doc);
    return true;
  }

  /** Whether to show a first result from the cache: if it has documents or an earlier answer of the server, or offline. */
  private firstIsDue(result: Result, offline: boolean): boolean {
    return !result.fromCache || offline || result.docs.length > 0 || this.view.answer.keys !== null;
  }

  private changes(before: readonly LocalDoc[], { docs: after, step }: Result): readonly RawChange[] {
    if (this.last?.before !== before || this.last.after !== after) {
      const touched = step?.before === before ? step.touched : null;
      this.last = { before, after, changes: changesBetween(before, after, this.view, touched) };
    }
    return this.last.changes;
  }
}

/** The changes to be shown; `null` when there is nothing to show. */
function due(
  { includeMetadataChanges }: Listener,
  shown: Result | null,
  result: Result,
  all: readonly RawChange[],
): readonly RawChange[] | null {
  const changes = includeMetadataChanges || !all.some(isQuiet) ? all : all.filter(({ quiet }) => !quiet);
  if (!shown || changes.length > 0) return changes;
  const metadata = shown.fromCache !== result.fromCache || shown.pending !== result.pending;
  return includeMetadataChanges && metadata ? changes : null;
}

const isQuiet = ({ quiet }: RawChange) => quiet;

const nothing: readonly LocalDoc[] = [];
