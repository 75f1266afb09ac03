/**
 * Optimistic transactions: the documents read are verified when the writes are applied, and all is run again if one has changed.
 */
import { checkAttempts, conflicts, givenUp } from '#provider-kit/docs/attempts.ts';
import type { DocTransaction, Write } from '#ports/docs/docs.ts';
import { disposedError, PortError, toPortError } from '#ports/errors.ts';
import { Backoff, documentsBackoff, mayPass } from '#provider-kit/backoff.ts';
import type { SyncEngine } from './engine.ts';
import { confirmedDoc } from './local-doc.ts';
import { docSnapshot } from './snapshots.ts';
import type { SyncContext } from './sync-context.ts';
import type { Commit } from './transport.ts';

export async function runTransaction<T>(
  context: SyncContext,
  engine: SyncEngine,
  run: (transaction: DocTransaction) => Promise<T>,
  attempts: number,
): Promise<T> {
  checkAttempts(attempts);
  const { clock, random } = context;
  // Back-off with its own random numbers: two transactions in conflict would meet again otherwise.
  const backOff = new Backoff(clock, random.fork(`docs/transaction/${random.id()}`), documentsBackoff);
  for (let left = attempts; ; left--) {
    if (engine.isDisposed()) throw disposedError();
    if (!engine.reachable())
      throw new PortError('unavailable', 'A transaction needs the server, and there is no connection to it.');
    const began = clock.now();
    const attempt = new Attempt(context, engine);
    try {
      return await attempt.run(run, left, backOff);
    } catch (error) {
      if (!attempt.mayRunAgain(error)) throw error;
      if (left <= 1) throw conflicts.has(toPortError(error).code) ? givenUp(attempts, error) : error;
    }
    // The wait is counted from the beginning of the attempt that failed.
    await backOff.wait(clock.now() - began);
  }
}

class Attempt {
  private readonly context: SyncContext;
  private readonly engine: SyncEngine;
  private readonly id: string;
  /** Versions of the documents read; `null` for missing ones. */
  private readonly seen = new Map<string, number | null>();
  private readonly writes: Write[] = [];
  /** Errors of the server or of the connection, after which the transaction is run again; errors thrown by `run` end it. */
  private readonly passing = new Set<unknown>();

  constructor(context: SyncContext, engine: SyncEngine) {
    this.context = context;
    this.engine = engine;
    this.id = context.random.id();
  }

  mayRunAgain(error: unknown): boolean {
    return this.passing.has(error);
  }

  async run<T>(
    run: (transaction: DocTransaction) => Promise<T>,
    attemptsLeft: number,
    backOff: Backoff,
  ): Promise<T> {
    const result = await run({
      get: (path) => this.read(path),
      write: (write) => void this.writes.push(write),
    });
    const written = new Set<string>();
    for (const { type, path } of this.writes) {
      if (type === 'update' && this.seen.get(path) === null && !written.has(path))
        throw new PortError('invalid-argument', `${path} can’t be updated: it was read, and was not there.`);
      written.add(path);
    }
    if (this.writes.length + this.seen.size > 0) await this.commit(attemptsLeft, backOff);
    return result;
  }

  private async read(path: string) {
    const { data, version } = await this.answer(this.context.transport.get(path));
    const seen = data === null ? null : version;
    const before = this.seen.get(path);
    if (before !== undefined && before !== seen)
      throw this.pass(new PortError('aborted', `${path} changed between two reads of one transaction.`));
    this.seen.set(path, seen);
    return docSnapshot(confirmedDoc(path, data, version), false, 'none');
  }

  /** Sends the commit again under the same id when its answer is lost, so that it is applied once. */
  private async commit(attemptsLeft: number, backOff: Backoff): Promise<void> {
    const commit: Commit = {
      queue: null,
      id: this.id,
      writes: [...this.writes],
      expects: [...this.seen].map(([path, version]) => ({ path, version })),
    };
    for (let left = attemptsLeft; ; left--) {
      try {
        await this.answer(this.context.transport.commit(commit));
        return;
      } catch (error) {
        if (left <= 1 || toPortError(error).code !== 'unavailable' || this.engine.isDisposed()) throw error;
      }
      await backOff.wait();
    }
  }

  private async answer<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      const known = toPortError(error);
      throw mayPass(known) || conflicts.has(known.code) ? this.pass(known) : known;
    }
  }

  private pass(error: PortError): PortError {
    this.passing.add(error);
    return error;
  }
}
