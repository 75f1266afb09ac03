/**
 * Transactions by the SDK's. The SDK runs the function again after its own transient errors only: errors of the function reach it in a
 * wrapper that it does not retry.
 */
import { doc, type Firestore, runTransaction } from 'firebase/firestore';
import { checkAttempts, conflicts, givenUp } from '#provider-kit/docs/attempts.ts';
import type { DocTransaction } from '#ports/docs/docs.ts';
import { docsError } from './errors.ts';
import { firestoreSnapshot } from './snapshots.ts';
import { writeTo } from './writes.ts';

/** Wrapper of an error that the caller's function threw. */
class Thrown {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

export async function runFirestoreTransaction<T>(
  db: Firestore,
  run: (transaction: DocTransaction) => Promise<T>,
  attempts: number,
): Promise<T> {
  checkAttempts(attempts);
  try {
    return await runTransaction(
      db,
      async (transaction) => {
        /** The SDK's errors behind those that the function was told. */
        const told = new Map<unknown, unknown>();
        try {
          return await run({
            async get(path) {
              try {
                return firestoreSnapshot(await transaction.get(doc(db, path)), 'none');
              } catch (error) {
                const known = docsError(error);
                told.set(known, error);
                throw known;
              }
            },
            write: (write) => writeTo(transaction, db, write),
          });
        } catch (error) {
          throw told.get(error) ?? new Thrown(error);
        }
      },
      { maxAttempts: attempts },
    );
  } catch (error) {
    if (error instanceof Thrown) throw error.error;
    const known = docsError(error);
    if (!conflicts.has(known.code)) throw known;
    throw givenUp(attempts, known);
  }
}
