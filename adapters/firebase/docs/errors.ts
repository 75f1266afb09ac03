/** The codes of the documents' module: gRPC's, and so the ports' own. */
import type { FirestoreErrorCode } from 'firebase/firestore';
import type { PortError, PortErrorCode } from '#ports/errors.ts';
import { portErrorFrom } from '../errors.ts';

export const docsCodes = {
  aborted: 'aborted',
  'already-exists': 'already-exists',
  cancelled: 'cancelled',
  'data-loss': 'data-loss',
  'deadline-exceeded': 'deadline-exceeded',
  'failed-precondition': 'failed-precondition',
  internal: 'internal',
  'invalid-argument': 'invalid-argument',
  'not-found': 'not-found',
  'out-of-range': 'out-of-range',
  'permission-denied': 'permission-denied',
  'resource-exhausted': 'resource-exhausted',
  unauthenticated: 'unauthenticated',
  unavailable: 'unavailable',
  unimplemented: 'unimplemented',
  unknown: 'unknown',
} as const satisfies Record<FirestoreErrorCode, PortErrorCode>;

export const docsError = (error: unknown): PortError => portErrorFrom(docsCodes, error);
