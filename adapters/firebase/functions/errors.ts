/** How a function says no: canonical status names in the body, HTTP statuses where there is no body to read. */
import { PortError, type PortErrorCode } from '#ports/errors.ts';
import type { Json } from '#ports/shared.ts';
import { disclosed } from './refusal-wire.ts';
import { decode } from './wire.ts';

/** By the name in `error.status`, as the SDK reads them; `OK` is no error. */
export const statusCodes = {
  CANCELLED: 'cancelled',
  UNKNOWN: 'unknown',
  INVALID_ARGUMENT: 'invalid-argument',
  DEADLINE_EXCEEDED: 'deadline-exceeded',
  NOT_FOUND: 'not-found',
  ALREADY_EXISTS: 'already-exists',
  PERMISSION_DENIED: 'permission-denied',
  UNAUTHENTICATED: 'unauthenticated',
  RESOURCE_EXHAUSTED: 'resource-exhausted',
  FAILED_PRECONDITION: 'failed-precondition',
  ABORTED: 'aborted',
  OUT_OF_RANGE: 'out-of-range',
  UNIMPLEMENTED: 'unimplemented',
  INTERNAL: 'internal',
  UNAVAILABLE: 'unavailable',
  DATA_LOSS: 'data-loss',
} as const satisfies Readonly<Record<string, PortErrorCode>>;

/** Where the body says nothing. Statuses that are not here are `unknown`, but below 300 `internal`: an answer that is none. */
const httpCodes: ReadonlyMap<number, PortErrorCode> = new Map([
  [400, 'invalid-argument'],
  [401, 'unauthenticated'],
  [403, 'permission-denied'],
  [404, 'not-found'],
  [409, 'aborted'],
  [429, 'resource-exhausted'],
  [499, 'cancelled'],
  [500, 'internal'],
  [501, 'unimplemented'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [504, 'deadline-exceeded'],
]);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Error in a response's body, whatever the HTTP status; `null` without one. */
export function errorInBody(name: string, body: unknown): PortError | null {
  const error = isObject(body) ? body['error'] : undefined;
  if (!isObject(error)) return null;
  const { status, message } = error;
  const said = Object.entries(statusCodes).find(([known]) => known === status)?.[1] ?? 'internal';
  const { code, details } = disclosed(said, decode((error['details'] ?? null) as Json));
  return new PortError(code, typeof message === 'string' ? message : `${name} failed: ${String(status)}.`, {
    details,
  });
}

export function errorForStatus(name: string, status: number): PortError {
  const code = httpCodes.get(status) ?? (status < 300 ? 'internal' : 'unknown');
  return new PortError(code, `${name} answered with status ${status}.`);
}

export const connectionLost = (name: string, cause: unknown): PortError =>
  new PortError('unavailable', `${name} could not be reached.`, { cause });

export const callCancelled = (name: string): PortError =>
  new PortError('cancelled', `The call of ${name} was cancelled.`);
