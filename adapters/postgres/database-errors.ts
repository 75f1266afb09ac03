/** Errors of PostgreSQL and of connections to it, as errors of the ports. */
import pg from 'pg';
import { PortError } from '#ports/errors.ts';

/** Codes of PostgreSQL: https://www.postgresql.org/docs/18/errcodes-appendix.html */
export function databaseErrorOf(error: unknown): PortError {
  // Errors of sockets have codes, too: EPIPE.
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  // Serialization failure, deadlock.
  if (code === '40001' || code === '40P01')
    return new PortError('aborted', 'The database ended the transaction because of others.', {
      cause: error,
    });
  // Disk full, too many connections, out of memory.
  if (code.startsWith('53'))
    return new PortError('resource-exhausted', 'The database has no room left for this.', { cause: error });
  // A row of an index that is too large.
  if (code === '54000')
    return new PortError('invalid-argument', 'A path or value is too long for the database.', {
      cause: error,
    });
  // The user lacks a privilege.
  if (code === '42501')
    return new PortError('permission-denied', 'The database does not allow its user to do this.', {
      cause: error,
    });
  // A statement that took too long.
  if (code === '57014')
    return new PortError('unavailable', 'The database took too long to answer.', { cause: error });
  // Other than lost connections, shutdowns, and connections that paused within a transaction.
  if (code !== '' && !code.startsWith('08') && !code.startsWith('57') && code !== '25P03')
    return new PortError('internal', 'The database did not understand a statement.', { cause: error });
  return new PortError('unavailable', 'The database can’t be reached.', { cause: error });
}
