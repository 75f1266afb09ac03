/** Errors as plain data, for message channels and stored records. */
import { PortError, type PortErrorCode, toPortError } from '#ports/errors.ts';

export interface ErrorData {
  readonly code: PortErrorCode;
  readonly message: string;
  readonly details: unknown;
}

/** Data of an error. An error that is no `PortError` is a bug of the backend: `internal`, with its message for debugging. */
export function errorData(error: unknown): ErrorData {
  const known = error instanceof PortError ? error : new PortError('internal', toPortError(error).message);
  return { code: known.code, message: known.message, details: known.details };
}

export const errorFrom = (data: ErrorData): PortError =>
  new PortError(data.code, data.message, { details: data.details });
