/** Part of an error that a caller receives. */
import { type FunctionsErrorCode, HttpsError } from 'firebase-functions/https';
import { isPortError, type PortError, type PortErrorCode } from '#ports/errors.ts';
import { toJson } from '#provider-kit/json.ts';
import type { Json } from '#ports/shared.ts';
import { enclosed } from '../../firebase/functions/refusal-wire.ts';

/** The codes of gRPC cross as they are. Those of one service cross in the details, and callers who don't look there are told this. */
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
