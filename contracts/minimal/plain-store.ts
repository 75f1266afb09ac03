/**
 * A plain store of documents, as a stand-in for a database: it gets, finds and commits, and hints at what changed. Replace it by requests
 * to yours.
 */
import type { Write } from '#ports/docs/docs.ts';
import { freezeInPlace } from '#provider-kit/docs/own.ts';
import type { Query } from '#ports/docs/query.ts';
import { type DocData, Timestamp } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { DocState } from '#query/doc-state.ts';
import { mutate, mutationOf, resolveOperation } from '#query/mutation.ts';
import { evaluate, planWithin } from '#query/plan.ts';
import type { ChangeHint, LandedCommit } from '#sync/hinting-backend.ts';
import type { Commit, Expectation } from '#sync/transport.ts';
import { minimalLimits } from './limits.ts';

interface StoredDoc extends DocState {
  readonly data: DocData;
}

interface StoredCommit extends LandedCommit {
  readonly queue: string | null;
}

/** Most commits remembered, by which one that is sent again is recognized. */
const mostRemembered = 1000;

export class PlainStore {
  private readonly now: () => number;
  private readonly docs = new Map<string, StoredDoc>();
  private readonly accepted = new Map<string, StoredCommit>();
  private readonly listeners = new Set<(hint: ChangeHint) => void>();
  /** Microseconds since the epoch of the last commit: grows with each one. */
  private version = 0;

  /** `now`: epoch milliseconds. */
  constructor(now: () => number) {
    this.now = now;
  }

  get(path: string): DocState | null {
    return this.docs.get(path) ?? null;
  }

  /** @throws PortError for an impossible query */
  find(query: Query): readonly DocState[] {
    return evaluate(planWithin(minimalLimits, query), this.docs.values());
  }

  /** @throws PortError not-found, invalid-argument, failed-precondition, already-exists: nothing has changed then */
  commit({ id, queue, writes, expects }: Commit): readonly DocState[] {
    const known = this.accepted.get(id);
    if (known) return known.docs;
    for (const expectation of expects) this.verify(expectation);
    const version = Math.max(this.version + 1, this.now() * 1000);
    const changed = new Map<string, DocData | null>();
    for (const write of writes) changed.set(write.path, this.applied(write, changed, version));
    this.version = version;
    const docs = Array.from(changed, ([path, data]): DocState => ({ path, data, version }));
    for (const { path, data } of docs)
      if (data) this.docs.set(path, { path, data, version });
      else this.docs.delete(path);
    this.remember({ id, queue, version, docs });
    for (const listener of this.listeners) listener([...changed.keys()]);
    return docs;
  }

  landed(queue: string, after: number): readonly LandedCommit[] {
    return [...this.accepted.values()].filter((commit) => commit.queue === queue && commit.version > after);
  }

  watch(next: (hint: ChangeHint) => void): Unsubscribe {
    const own = (hint: ChangeHint) => next(hint);
    this.listeners.add(own);
    return () => this.listeners.delete(own);
  }

  private verify({ path, version }: Expectation): void {
    const now = this.docs.get(path)?.version ?? null;
    if (now === version) return;
    throw version === null
      ? new PortError('already-exists', `${path} was read as missing, and is there now.`)
      : new PortError('failed-precondition', `${path} has changed since it was read.`);
  }

  private applied(
    write: Write,
    changed: ReadonlyMap<string, DocData | null>,
    version: number,
  ): DocData | null {
    const { path } = write;
    const staged = changed.get(path);
    const before = staged === undefined ? (this.docs.get(path)?.data ?? null) : staged;
    if (write.type === 'update' && before === null)
      throw staged === null
        ? new PortError('invalid-argument', `${path} is deleted and then updated in one batch.`)
        : new PortError('not-found', `There is no document ${path} to update.`);
    const data = mutate(before, mutationOf(write), (op, value) =>
      resolveOperation(op, value, () => timeOf(version)),
    );
    try {
      return data && freezeInPlace(data);
    } catch (cause) {
      throw new PortError('invalid-argument', `${path} can’t be stored.`, { cause });
    }
  }

  private remember(commit: StoredCommit): void {
    this.accepted.set(commit.id, commit);
    const [oldest] = this.accepted.size > mostRemembered ? this.accepted.keys() : [];
    if (oldest !== undefined) this.accepted.delete(oldest);
  }
}

function timeOf(micros: number): Timestamp {
  const seconds = Math.floor(micros / 1_000_000);
  return new Timestamp(seconds, (micros - seconds * 1_000_000) * 1000);
}
