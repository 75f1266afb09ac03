/** Errors of the Admin SDK as `PortError`. */
import { PortError, type PortErrorCode } from '#ports/errors.ts';
import { type CodeTable, portErrorFrom } from '../firebase/errors.ts';
import { adminAuthCodes } from './errors-auth.ts';
import { adminMessagingCodes } from './errors-messaging.ts';
import {
  appCodes,
  adminConfigCodes,
  databaseCodes,
  functionsCodes,
  adminStorageCodes,
} from './errors-rest.ts';

/** gRPC's codes by their numbers, as the documents' client throws them. 0 is no error. */
const grpcCodes: readonly PortErrorCode[] = [
  'unknown',
  'cancelled',
  'unknown',
  'invalid-argument',
  'deadline-exceeded',
  'not-found',
  'already-exists',
  'permission-denied',
  'resource-exhausted',
  'failed-precondition',
  'aborted',
  'out-of-range',
  'unimplemented',
  'internal',
  'unavailable',
  'data-loss',
  'unauthenticated',
];

/** HTTP's, as the files' client throws them. */
const httpCodes: Readonly<Record<number, PortErrorCode>> = {
  400: 'invalid-argument',
  401: 'unauthenticated',
  403: 'permission-denied',
  404: 'not-found',
  408: 'deadline-exceeded',
  409: 'aborted',
  412: 'failed-precondition',
  413: 'resource-exhausted',
  416: 'out-of-range',
  429: 'resource-exhausted',
  500: 'internal',
  501: 'unimplemented',
  502: 'unavailable',
  503: 'unavailable',
  504: 'deadline-exceeded',
};

/** Node's, when the way to the service fails. */
const networkCodes: CodeTable = {
  EAI_AGAIN: 'unavailable',
  ECONNABORTED: 'unavailable',
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  ENETUNREACH: 'unavailable',
  ENOTFOUND: 'unavailable',
  EPIPE: 'unavailable',
  ETIMEDOUT: 'unavailable',
};

const table: CodeTable = {
  ...networkCodes,
  ...appCodes,
  ...adminAuthCodes,
  ...adminConfigCodes,
  ...databaseCodes,
  ...functionsCodes,
  ...adminMessagingCodes,
  ...adminStorageCodes,
};

export function adminError(error: unknown): PortError {
  const number = numberOf(error);
  if (number === null) return portErrorFrom(table, error);
  const code =
    (number <= 16 ? grpcCodes[number] : httpCodes[number]) ?? (number >= 500 ? 'unavailable' : 'unknown');
  return new PortError(code, error instanceof Error ? error.message : String(error), { cause: error });
}

/** The files' client has been seen to write its number as a text. */
function numberOf(error: unknown): number | null {
  if (!(error instanceof Error) || error instanceof PortError || !('code' in error)) return null;
  const { code } = error;
  if (typeof code === 'number') return code;
  return typeof code === 'string' && /^\d+$/.test(code) ? Number(code) : null;
}

/** Runs it, with the ports' errors. Mistakes in the arguments stay what they are. */
export async function asPort<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof TypeError ? error : adminError(error);
  }
}
