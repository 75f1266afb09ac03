/** Errors of the domain on their way to the caller. */
import { domainError, type DomainError, type DomainErrorCode } from '#domain/errors.ts';
import { encodeError } from '#api/error-encoding.ts';
import type { Changed, Transition } from '#domain/transition.ts';
import { PortError, type PortErrorCode } from '#ports/errors.ts';

/** Aborts the running command without any write. Not a `PortError`: a transaction retries after some codes of `PortError`. */
export class CommandFailed extends Error {
  readonly error: DomainError;

  constructor(error: DomainError) {
    super(error.message);
    this.error = error;
  }
}

/** The change, or the end of the command. */
export function accept<State, Effect>(outcome: Transition<State, Effect>): Changed<State, Effect> {
  if (!outcome.ok) throw new CommandFailed(outcome.error);
  return outcome;
}

/** Ends the command. */
export function fail<C extends DomainErrorCode>(...error: Parameters<typeof domainError<C>>): never {
  throw new CommandFailed(domainError(...error) as DomainError);
}

export function found<T>(entity: T | null): T {
  return entity ?? fail('not_found', {});
}

/**
 * A code that is retryable only where the same call, made again later, could succeed: a conflict is not, since it asks
 * the person to look first.
 */
const codes: Readonly<Record<DomainErrorCode, PortErrorCode>> = {
  unauthenticated: 'unauthenticated',
  forbidden: 'permission-denied',
  not_found: 'not-found',
  invalid: 'invalid-argument',
  conflict: 'failed-precondition',
  illegal_transition: 'failed-precondition',
  already_acknowledged: 'failed-precondition',
  already_resolved: 'failed-precondition',
  maintenance_active: 'failed-precondition',
  no_one_on_call: 'failed-precondition',
  limit_reached: 'failed-precondition',
  rate_limited: 'resource-exhausted',
  payload_too_large: 'invalid-argument',
  expired: 'failed-precondition',
  unavailable: 'unavailable',
  unreadable_record: 'failed-precondition',
};

/** Error for the caller: the code that fits best, the sentence, and the domain's error in the details. */
export function portErrorOf(error: DomainError): PortError {
  return new PortError(codes[error.code], error.message, { details: encodeError(error) });
}
