/** Part of an error that a caller receives. */
import { type FunctionsErrorCode, HttpsError } from 'firebase-functions/https';
import { isPortError, type PortError, type PortErrorCode } from '#ports/errors.ts';
import { toJson } from '#provider-kit/json.ts';
import type { Json } from '#ports/shared.ts';
import { enclosed } from '../../firebase/functions/refusal-wire.ts';

/**
 * Codes of gRPC are sent as they are. Codes of a single service are sent in the details, with this general code for callers that don't read
 * the details.
 */
const services: Readonly<Record<string, FunctionsErrorCode>> = {
  auth: 'failed-precondition',
  storage: 'failed-precondition',
  messaging: 'failed-precondition',
  config: 'unavailable',
  performance: 'internal',
  realtime: 'unavailable',
};

/** A `PortError` with its code, message and details; anything else as `internal`, with a message that tells nothing. */
export function callableRefusal(name: string, error: unknown): HttpsError {
  if (!isPortError(error)) {
    console.error(`${name} failed.`, error);
    return new HttpsError('internal', `${name} failed.`);
  }
  return new HttpsError(wireCode(error.code), error.message, enclosed(error.code, outward(error)));
}

function wireCode(code: PortErrorCode): FunctionsErrorCode {
  const [service = ''] = code.split('/');
  return code.includes('/') ? (services[service] ?? 'internal') : (code as FunctionsErrorCode);
}

/** Details that JSON can't hold stay behind. */
function outward({ details }: PortError): Json {
  try {
    return toJson(details);
  } catch {
    return null;
  }
}
