/** What a caller gets to see of an error. */
import { type FunctionsErrorCode, HttpsError } from 'firebase-functions/https';
import { isPortError, type PortError, type PortErrorCode } from '#ports/errors.ts';
import { toJson } from '#ports/json.ts';

/** The codes of gRPC cross as they are. Those of one service do not: its caller is told what came of it here. */
const services: Readonly<Record<string, FunctionsErrorCode>> = {
  auth: 'failed-precondition',
  storage: 'failed-precondition',
  messaging: 'failed-precondition',
  config: 'unavailable',
  performance: 'internal',
  realtime: 'unavailable',
};

/** A `PortError` with its message and details; anything else as `internal`, with a message that tells nothing. */
export function refusal(name: string, error: unknown): HttpsError {
  if (!isPortError(error)) {
    console.error(`${name} failed.`, error);
    return new HttpsError('internal', `${name} failed.`);
  }
  return new HttpsError(wireCode(error.code), error.message, outward(error));
}

function wireCode(code: PortErrorCode): FunctionsErrorCode {
  const [service = ''] = code.split('/');
  return code.includes('/') ? (services[service] ?? 'internal') : (code as FunctionsErrorCode);
}

/** Details that JSON can't hold stay behind. */
function outward({ details }: PortError): unknown {
  try {
    return toJson(details);
  } catch {
    return null;
  }
}
