/** How often a transaction is run again, and what is said when that was not often enough. */
import { PortError, type PortErrorCode } from '#ports/errors.ts';

/** How a server says that what was read is no longer so. */
export const conflicts: ReadonlySet<PortErrorCode> = new Set<PortErrorCode>([
  'aborted',
  'failed-precondition',
  'already-exists',
]);

/** @throws invalid-argument */
export function checkAttempts(attempts: number): void {
  if (!Number.isInteger(attempts) || attempts < 1)
    throw new PortError(
      'invalid-argument',
      `A transaction has at least one attempt; ${attempts} were given.`,
    );
}

export const givenUp = (attempts: number, cause: unknown): PortError =>
  new PortError('aborted', `What the transaction read had changed, at each of ${attempts} attempts.`, {
    cause,
  });
