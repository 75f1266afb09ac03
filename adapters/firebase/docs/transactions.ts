/**
 * Transactions on the SDK's. It runs the function again after errors of its own that may pass, and after nothing else: what the
 * function throws reaches it in a wrapping that it does not know.
 */
import { doc, type Firestore, runTransaction } from 'firebase/firestore';
import type { DocTransaction } from '#ports/docs/docs.ts';
import { PortError, type PortErrorCode } from '#ports/errors.ts';
import { docsError } from './errors.ts';
import { docSnapshot } from './snapshots.ts';
import { writeTo } from './writes.ts';

/** How the server says that what was read is no longer so. */
const conflicts: ReadonlySet<PortErrorCode> = new Set<PortErrorCode>([
  'aborted',
  'failed-precondition',
  'already-exists',
]);

/** What the function threw itself. */
class Thrown {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

export async function transact<T>(
  db: Firestore,
  run: (transaction: DocTransaction) => Promise<T>,
  attempts: number,
): Promise<T> {
  if (!Number.isInteger(attempts) || attempts < 1)
    throw new PortError(
      'invalid-argument',
      `A transaction has at least one attempt; ${attempts} were given.`,
    );
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
                return docSnapshot(await transaction.get(doc(db, path)), 'none');
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
    throw new PortError(
      'aborted',
      `What the transaction read had changed, at each of ${attempts} attempts.`,
      {
        cause: known,
      },
    );
  }
}
