/** Errors of the cloud as the protocol tells them. */
import { isPortError, PortError, type PortErrorCode, toPortError } from '#ports/errors.ts';

const numbers: Readonly<Partial<Record<PortErrorCode, number>>> = {
  cancelled: 1,
  unknown: 2,
  'invalid-argument': 3,
  'deadline-exceeded': 4,
  'not-found': 5,
  'already-exists': 6,
  'permission-denied': 7,
  'resource-exhausted': 8,
  'failed-precondition': 9,
  aborted: 10,
  'out-of-range': 11,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  'data-loss': 15,
  unauthenticated: 16,
};

export interface Status {
  readonly code: number;
  readonly details: string;
}

export function statusOf(error: unknown): Status {
  const { code, message } = toPortError(error);
  return { code: numbers[code] ?? 2, details: message };
}

/** Would asking again change nothing? Then what was asked is refused; otherwise the stream ends, and the client comes back. */
const lasting: ReadonlySet<PortErrorCode> = new Set<PortErrorCode>([
  'invalid-argument',
  'not-found',
  'already-exists',
  'permission-denied',
  'failed-precondition',
  'out-of-range',
  'unimplemented',
]);

export const isLasting = (error: unknown): boolean => isPortError(error) && lasting.has(error.code);

/** Argument checks of the ports (a `TypeError` there) as `invalid-argument` of a server. */
export function refusing<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof TypeError) throw new PortError('invalid-argument', error.message, { cause: error });
    throw error;
  }
}

/** The same as it is told over HTTP. */
export interface HttpError {
  /** Of the answer. */
  readonly code: number;
  readonly status: string;
  readonly message: string;
}

const overHttp: readonly (readonly [status: string, code: number])[] = [
  ['OK', 200],
  ['CANCELLED', 499],
  ['UNKNOWN', 500],
  ['INVALID_ARGUMENT', 400],
  ['DEADLINE_EXCEEDED', 504],
  ['NOT_FOUND', 404],
  ['ALREADY_EXISTS', 409],
  ['PERMISSION_DENIED', 403],
  ['RESOURCE_EXHAUSTED', 429],
  ['FAILED_PRECONDITION', 400],
  ['ABORTED', 409],
  ['OUT_OF_RANGE', 400],
  ['UNIMPLEMENTED', 501],
  ['INTERNAL', 500],
  ['UNAVAILABLE', 503],
  ['DATA_LOSS', 500],
  ['UNAUTHENTICATED', 401],
];

export function httpErrorOf({ code: number, details }: Status): HttpError {
  const [status, code] = overHttp[number] ?? ['UNKNOWN', 500];
  return { code, status, message: details };
}
