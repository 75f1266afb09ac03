/** Errors of the realtime database's SDK as codes of the ports. */
import { PortError } from '#ports/errors.ts';
import type { CodeTable } from '../errors.ts';

/** By the SDK's code; what it only says in a message (why a transaction ended) is its code there. */
export const realtimeCodes: CodeTable = {
  DATASTALE: 'aborted',
  DISCONNECT: 'realtime/disconnected',
  FAILURE: 'internal',
  MAXRETRY: 'realtime/max-retries',
  PERMISSION_DENIED: 'permission-denied',
  SET: 'realtime/overridden-by-set',
  TOO_BIG: 'resource-exhausted',
  UNAVAILABLE: 'unavailable',
};

/** A refused read comes as the server's sentence, without a code. */
const sentences: readonly (readonly [RegExp, string])[] = [
  [/^permission denied/i, 'permission-denied'],
  [/^index not defined/i, 'failed-precondition'],
].map(([text, code]) => [text as RegExp, code as string]);

export function realtimeError(error: unknown): PortError {
  if (error instanceof PortError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const known = error instanceof Error && 'code' in error ? String(error.code) : message;
  const sentence = sentences.find(([text]) => text.test(message));
  const code = realtimeCodes[known.toUpperCase()] ?? sentence?.[1] ?? 'unknown';
  return new PortError(code as PortError['code'], message, { cause: error });
}
