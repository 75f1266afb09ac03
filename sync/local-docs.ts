/** Documents as this client sees them: the confirmed state with waiting writes laid over it. */
import { formatFieldPath } from '#provider-kit/docs/field-path.ts';
import type { ArgumentLimits } from '#ports/docs/limits.ts';
import { freezeInPlace, isPlainObject, ownData } from '#provider-kit/docs/own.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import { ByCollection } from '#query/by-collection.ts';
import type { DocState } from '#query/doc-state.ts';
import { Indexes } from '#query/indexes.ts';
import { mutate, type Mutation, resolveOperation } from '#query/mutation.ts';
import { identical } from '#query/order.ts';
import { PendingTimestamp, pendingTimestamp } from '#query/pending-timestamp.ts';
import { inScope, type Plan } from '#query/plan.ts';
import { confirmedDoc, isPresent, type LocalDoc, type PresentDoc } from './local-doc.ts';
import type { AcceptedCommit } from './transport.ts';
import { compareQueued, type QueuedWrite } from './write-queue.ts';

const present = (doc: LocalDoc | null) => (isPresent(doc) ? doc : null);

export class LocalDocs {
  private readonly base = new ByCollection<LocalDoc>();
  private readonly waiting = new Map<
    string,
    { readonly entry: QueuedWrite; readonly mutation: Mutation }[]
  >();
  /** Confirmed and waiting put together, for documents with waiting changes. */
  private readonly overlaid = new Map<string, LocalDoc | null>();
  private readonly indexes = new Indexes<PresentDoc>((plan) => this.inScopeOf(plan));
  private readonly limits: ArgumentLimits;
  private readonly changed: (path: string) => void;

  /** `changed` gets the paths of confirmed documents that change or are removed. */
  constructor(limits: ArgumentLimits, changed: (path: string) => void) {
    this.limits = limits;
    this.changed = changed;
  }

  /** The document here and now; `null` when nothing is known of it. */
  get(path: string): LocalDoc | null {
    if (!this.waiting.has(path)) return this.confirmed(path);
    const known = this.overlaid.get(path);
    if (known !== undefined) return known;
    const doc = this.overlay(path);
    this.overlaid.set(path, doc);
    return doc;
  }

  confirmed(path: string): LocalDoc | null {
    return this.base.get(path);
  }

  isPending(path: string): boolean {
    return this.waiting.has(path);
  }

  countPending(): number {
    return this.waiting.size;
  }

  anyPending(): boolean {
    return this.waiting.size > 0;
  }

  /** Whether documents here may match a query that the server's answer lacks. */
  mayAdd({ limit }: Plan): boolean {
    return this.anyPending() || (limit === null && !this.base.isEmpty());
  }

  /** The paths with waiting writes. */
  pendingAmong(paths: ReadonlySet<string>): readonly string[] {
    return this.waiting.size < paths.size
      ? [...this.waiting.keys()].filter((path) => paths.has(path))
      : [...paths].filter((path) => this.waiting.has(path));
  }

  pendingPaths(): Iterable<string> {
    return this.waiting.keys();
  }

  /** All confirmed documents. */
  all(): Iterable<LocalDoc> {
    return this.base.values();
  }

  /** Confirmed documents that match a query, whatever its limit, in its order. */
  matching(plan: Plan): readonly PresentDoc[] {
    return this.indexes.find({ ...plan, limit: null });
  }

  /** The next `most` confirmed documents beyond `past`, in the direction in which the limit counts. */
  beyond(plan: Plan, past: PresentDoc, most: number): readonly PresentDoc[] {
    const { index, release } = this.indexes.hold(plan);
    const docs = index.take(plan, most, past);
    release();
    return docs;
  }

  /** Stores a document of the server, unless a newer version is known; returns whether it changed anything. */
  learn({ path, data, version }: DocState): boolean {
    const known = this.confirmed(path);
    if (known && (known.version > version || (known.version === version && known.data === data)))
      return false;
    // A local change looks the same when it is accepted: the object made for it is reused, so that nothing needs a comparison.
    const shown = this.overlaid.get(path)?.data ?? null;
    const same = data !== null && shown !== null && identical(shown, data);
    this.put(confirmedDoc(path, same ? shown : data && ownData(data), version));
    return true;
  }

  /** Removes the confirmed state of a document. */
  forget(path: string): void {
    const known = this.base.get(path);
    if (!known) return;
    this.base.delete(path);
    this.overlaid.delete(path);
    this.indexes.change(path, present(known), null);
    this.changed(path);
  }

  /** Forgets all versions: the server's history was replaced. */
  distrust(): void {
    for (const doc of [...this.base.values()]) {
      this.base.set(doc.path, { ...doc, version: 0 });
      this.changed(doc.path);
    }
    this.overlaid.clear();
    this.indexes.clear();
  }

  clear(): void {
    const known = Array.from(this.base.values(), ({ path }) => path);
    this.base.clear();
    this.waiting.clear();
    this.overlaid.clear();
    this.indexes.clear();
    for (const path of known) this.changed(path);
  }

  /** Lays a write over the document, at its place among the waiting ones. */
  add(entry: QueuedWrite): void {
    for (const mutation of entry.mutations) {
      const list = this.waiting.get(mutation.path) ?? [];
      const at = list.findLastIndex((other) => compareQueued(other.entry, entry) <= 0) + 1;
      list.splice(at, 0, { entry, mutation });
      this.waiting.set(mutation.path, list);
      this.overlaid.delete(mutation.path);
    }
  }

  /** Removes a write that was accepted (and is in the confirmed documents now) or refused. */
  remove(entry: QueuedWrite): void {
    for (const { path } of entry.mutations) {
      const list = this.waiting.get(path)?.filter((other) => other.entry !== entry) ?? [];
      if (list.length > 0) this.waiting.set(path, list);
      else this.waiting.delete(path);
      this.overlaid.delete(path);
    }
  }

  /**
   * Confirms an accepted write: its effect on confirmed documents is confirmed too, unless they are unknown, or known in a newer
   * state already.
   */
  accept(entry: QueuedWrite, { results }: AcceptedCommit): void {
    this.remove(entry);
    const states = new Map<string, DocState | null>();
    entry.mutations.forEach((mutation, at) => {
      const { path } = mutation;
      const result = results[at];
      const known = this.confirmed(path);
      if (!result || (known && known.version >= result.version)) return;
      const before = states.has(path) ? (states.get(path) ?? null) : known;
      if (!mutation.replaces && (before === null || (mutation.kind === 'update' && before.data === null))) {
        states.set(path, null);
        return;
      }
      const data = mutate(before?.data ?? null, mutation, (op, value, field) => {
        const resolved = result.resolved[formatFieldPath(field)];
        return resolved === undefined ? resolveOperation(op, value, () => null) : resolved;
      });
      states.set(path, { path, data, version: result.version });
    });
    for (const [path, state] of states) {
      if (state) this.learn(state);
      else this.forget(path);
    }
  }

  private put(doc: LocalDoc): void {
    const known = this.base.get(doc.path);
    this.base.set(doc.path, doc);
    this.overlaid.delete(doc.path);
    this.indexes.change(doc.path, present(known), present(doc));
    this.changed(doc.path);
  }

  private *inScopeOf({ query }: Plan): Generator<PresentDoc> {
    for (const name of this.base.names())
      if (inScope(query, `${name}/*`))
        for (const doc of this.base.of(name)?.values() ?? []) if (isPresent(doc)) yield doc;
  }

  private overlay(path: string): LocalDoc | null {
    const base = this.confirmed(path);
    let data = base?.data ?? null;
    let known = base !== null;
    let pending = false;
    let timed = false;
    for (const { entry, mutation } of this.waiting.get(path) ?? []) {
      // Whether an update of a missing or unknown document is allowed is the server's decision.
      if (mutation.kind === 'update' && data === null) continue;
      // A merge without fields does not change an existing document.
      if (!mutation.replaces && mutation.changes.length === 0 && data !== null) continue;
      const before = data;
      data = mutate(data, mutation, (op, value, field) =>
        resolveOperation(op, value, () => {
          timed = true;
          return pendingTimestamp(entry.at, value ?? fieldBefore(before, field), entry.order);
        }),
      );
      known = true;
      pending = true;
    }
    if (!known) return null;
    const unset = timed && holdsUnset(data);
    const shown = data && !unset ? ownedOr(data, base?.data ?? null, this.limits) : data;
    return { path, data: shown, version: base?.version ?? 0, pending, unset, shown: null };
  }
}

/** Result of waiting writes; `otherwise` if it can't be stored (nested too deep), because the server will refuse it. */
function ownedOr(data: DocData, otherwise: DocData | null, limits: ArgumentLimits): DocData | null {
  try {
    return freezeInPlace(data, limits);
  } catch {
    return otherwise;
  }
}

/** Previous value of a field in a replaced document, for readers who want it. */
function fieldBefore(data: DocData | null, field: readonly string[]): DocValue {
  let value: unknown = data;
  for (const name of field) value = isPlainObject(value) ? value[name] : undefined;
  return (value ?? null) as DocValue;
}

function holdsUnset(value: DocValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof PendingTimestamp) return true;
  return isPlainObject(value) && Object.values(value).some((inner) => holdsUnset(inner as DocValue));
}
