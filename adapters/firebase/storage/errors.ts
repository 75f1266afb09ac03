/** Codes of firebase/storage as codes of the port. */
import { PortError } from '#ports/errors.ts';
import { type CodeTable, portErrorFrom } from '../errors.ts';

export const storageCodes = {
  'storage/unknown': 'unknown',
  'storage/object-not-found': 'storage/object-not-found',
  'storage/bucket-not-found': 'failed-precondition',
  'storage/project-not-found': 'failed-precondition',
  'storage/quota-exceeded': 'storage/quota-exceeded',
  'storage/unauthenticated': 'storage/unauthenticated',
  'storage/unauthorized': 'storage/unauthorized',
  'storage/unauthorized-app': 'storage/unauthorized',
  'storage/retry-limit-exceeded': 'storage/retry-limit-exceeded',
  'storage/invalid-checksum': 'storage/invalid-checksum',
  'storage/canceled': 'cancelled',
  'storage/invalid-event-name': 'invalid-argument',
  'storage/invalid-url': 'invalid-argument',
  'storage/invalid-default-bucket': 'failed-precondition',
  'storage/no-default-bucket': 'failed-precondition',
  'storage/cannot-slice-blob': 'storage/cannot-slice-blob',
  'storage/server-file-wrong-size': 'storage/server-file-wrong-size',
  'storage/no-download-url': 'failed-precondition',
  'storage/invalid-argument': 'invalid-argument',
  'storage/invalid-argument-count': 'invalid-argument',
  'storage/app-deleted': 'failed-precondition',
  'storage/invalid-root-operation': 'invalid-argument',
  'storage/invalid-format': 'invalid-argument',
  'storage/internal-error': 'internal',
  'storage/unsupported-environment': 'unimplemented',
} as const satisfies CodeTable;

/** The SDK knows no code for a request that the server finds wrong: it is `unknown`, with the status 400. */
const isBadRequest = (error: unknown): error is Error =>
  error instanceof Error && 'status' in error && error.status === 400;

export function storageError(error: unknown): PortError {
  const known = portErrorFrom(storageCodes, error);
  if (known.code !== 'unknown' || !isBadRequest(error)) return known;
  const code = /md5|checksum/i.test(error.message) ? 'storage/invalid-checksum' : 'invalid-argument';
  return new PortError(code, error.message, { cause: error });
}
