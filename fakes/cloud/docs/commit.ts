/** Batches of writes, all or nothing, each at its own moment. */
import type { Write } from '#ports/docs/docs.ts';
import { type FieldPath, formatFieldPath } from '#provider-kit/docs/field-path.ts';
import { freezeInPlace } from '#provider-kit/docs/own.ts';
import { type DocData, type DocValue, type FieldOp, Timestamp } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { exactExtreme, exactSum, numberOf } from '#query/exact-number.ts';
import { type Mutation, mutate, mutationOf, type Arithmetic, resolveOperation } from '#query/mutation.ts';
import { identical } from '#query/order.ts';
import type { StoreChange, DocStore } from '#query/store.ts';
import type { WriteResult } from '#query/write-result.ts';
import { platformLimits } from '#firebase-rules/platform/planner.ts';
import { Crashed } from '../crash.ts';
import { withForms } from './exact-forms.ts';
import type { IndexEntries } from './index-entries.ts';
import { CommitLimits } from './limits.ts';

/** Document read by a transaction: its version, `null` for one that was absent, `any` for one of any content. */
export interface CommitReading {
  readonly path: string;
  readonly version: number | null | 'any';
}

export interface Committed {
  /** Microseconds since the epoch; later commits have greater ones. */
  readonly version: number;
  readonly results: readonly WriteResult[];
  readonly changes: readonly StoreChange[];
}

/** Microseconds as the time that documents hold. */
export function timestampAt(micros: number): Timestamp {
  const seconds = Math.floor(micros / 1_000_000);
  return new Timestamp(seconds, (micros - seconds * 1_000_000) * 1000);
}

interface Staged {
  data: DocData | null;
  /** Whether an earlier write of this batch deleted it. */
  deleted: boolean;
}

/** A write of a batch, computed and not applied yet. */
export interface CommitStep {
  readonly path: string;
  readonly kind: Mutation['kind'];
  /** The document when this write's turn comes. */
  readonly before: DocData | null;
  readonly after: DocData | null;
  readonly resolved: Readonly<Record<string, DocValue>>;
  /** Error of a write that can't be applied. */
  readonly failure: PortError | null;
}

/** Computed batch, for authorization. */
export interface Proposal {
  readonly steps: readonly CommitStep[];
  readonly readings: readonly CommitReading[];
  /** Server time of the writes, in microseconds since the epoch. */
  readonly time: number;
  /** A document as the whole batch leaves it. */
  after(path: string): DocData | null;
}

/**
 * Works out what the writes do, at the time `version`, and does it. `authorize` throws to refuse: it is called before anything
 * is said of what is stored, so that who may not do it learns nothing.
 * @throws PortError not-found, invalid-argument, failed-precondition (something read has changed), already-exists (what was
 * read as missing is there now), Crashed: nothing is changed then
 */
export function commit(
  store: DocStore,
  writes: readonly Write[],
  readings: readonly CommitReading[],
  version: number,
  entries: IndexEntries,
  /** Number of changes after which the backend crashes; the applied part of the batch is then rolled back. `null`: no crash. */
  diesAfter: number | null = null,
  authorize?: (proposal: Proposal) => void,
): Committed {
  const staged = new Map<string, Staged>();
  const limits = new CommitLimits(entries);
  const steps = writes.map((write) => stage(store, staged, mutationOf(write), version, limits));
  const tooMuch = limits.request(writes);
  if (tooMuch) throw tooMuch;
  const after = (path: string) => (staged.get(path) ?? store.get(path))?.data ?? null;
  authorize?.({ steps, readings, time: version, after });
  for (const reading of readings) verify(store, reading);
  for (const { failure } of steps) if (failure) throw failure;
  const changes = [...staged].flatMap(([path, { data }]) => changeOf(store, path, data, version));
  applyAll(store, changes, diesAfter);
  const results = steps.map(({ path, resolved }) => ({
    version: store.get(path)?.version ?? version,
    resolved,
  }));
  return { version, results, changes };
}

function applyAll(store: DocStore, changes: readonly StoreChange[], diesAfter: number | null): void {
  for (const [at, change] of changes.entries()) {
    if (at === diesAfter) {
      for (const { path, before, after } of changes.slice(0, at).toReversed())
        store.apply({ path, before: after, after: before });
      throw new Crashed();
    }
    store.apply(change);
  }
}

function verify(store: DocStore, { path, version }: CommitReading): void {
  const now = store.get(path)?.version ?? null;
  if (version === 'any') {
    if (now === null) throw new PortError('not-found', `There is no document ${path}.`);
    return;
  }
  if (now === version) return;
  throw version === null
    ? new PortError('already-exists', `${path} was read as missing, and is there now.`)
    : new PortError('failed-precondition', `${path} has changed since it was read.`);
}

function stage(
  store: DocStore,
  staged: Map<string, Staged>,
  mutation: Mutation,
  version: number,
  limits: CommitLimits,
): CommitStep {
  const { path, kind } = mutation;
  const doc = staged.get(path) ?? { data: store.get(path)?.data ?? null, deleted: false };
  staged.set(path, doc);
  const before = doc.data;
  const missing = kind === 'update' && before === null ? nothingToUpdate(path, doc.deleted) : null;
  const resolved: Record<string, DocValue> = {};
  const data = mutate(before, mutation, (op, value, field: FieldPath) => {
    limits.operation(path, op);
    const result = resolveOperation(op, value, () => timestampAt(version), exactly);
    if (dependsOnServer.has(op.op)) resolved[formatFieldPath(field)] = result;
    return result;
  });
  const failure = missing ?? limits.document(path, data);
  const after = data && withForms(owned(path, data));
  doc.data = after;
  doc.deleted = after === null;
  return { path, kind, before, after, resolved: withForms(resolved), failure };
}

/** A field that holds no number counts as 0 for a sum, and gives way to an extreme. */
const exactly: Arithmetic = (kind, before, operand) => {
  const [stored, given] = [numberOf(before), numberOf(operand as DocValue) ?? 0];
  return kind === 'increment' ? exactSum(stored ?? 0, given) : exactExtreme(kind, stored, given);
};

const dependsOnServer: ReadonlySet<FieldOp['op']> = new Set([
  'server-timestamp',
  'increment',
  'minimum',
  'maximum',
] as const);

const nothingToUpdate = (path: string, deleted: boolean) =>
  deleted
    ? new PortError('invalid-argument', `${path} is deleted and then updated in one batch.`)
    : new PortError('not-found', `There is no document ${path} to update.`);

function owned(path: string, data: DocData): DocData {
  try {
    return freezeInPlace(data, platformLimits);
  } catch (error) {
    throw new PortError('invalid-argument', `${path} can’t be stored.`, { cause: error });
  }
}

function changeOf(
  store: DocStore,
  path: string,
  data: DocData | null,
  version: number,
): readonly StoreChange[] {
  const before = store.get(path);
  if (data === null) return before ? [{ path, before, after: null }] : [];
  if (before && identical(before.data, data)) return [];
  return [{ path, before, after: { path, data, version, created: before?.created ?? version } }];
}
