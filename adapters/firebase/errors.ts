/** Errors of the SDK as `PortError`. Each port has a table of its module's codes. */
import { isPortErrorCode, PortError, type PortErrorCode, toPortError } from '#ports/errors.ts';

/** By the SDK's code, as it is in `FirebaseError.code`. Codes that are spelt alike on both sides need no entry. */
export type CodeTable = Readonly<Record<string, PortErrorCode>>;

interface CodedError {
  readonly code: string;
  readonly message: string;
}

const isCoded = (error: unknown): error is CodedError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** The SDK's error is the `cause`. Errors without a code of the SDK are `unknown`. */
export function portErrorFrom(table: CodeTable, error: unknown): PortError {
  if (error instanceof PortError || !isCoded(error)) return toPortError(error);
  const code = table[error.code] ?? (isPortErrorCode(error.code) ? error.code : 'unknown');
  return new PortError(code, error.message, { cause: error });
}
