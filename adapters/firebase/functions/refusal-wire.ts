/**
 * Codes of one service (`auth/…`, `storage/…`) in a callable's error, whose own codes are those of gRPC: beside the
 * details, in an envelope. Details that look like an envelope themselves travel in one, too, so that what arrives is what was given.
 */
import { isPortErrorCode, type PortErrorCode } from '#ports/errors.ts';
import type { Json } from '#ports/shared.ts';

interface Envelope {
  readonly portError: string;
  readonly details: Json;
}

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 2 &&
  'portError' in value &&
  typeof value.portError === 'string' &&
  'details' in value;

/** The details as they travel. */
export function enclosed(code: PortErrorCode, details: Json): Json {
  return code.includes('/') || isEnvelope(details) ? { portError: code, details } : details;
}

/** Enclosed error; an unknown code (of a newer server) is replaced by `code`, that of the call. */
export function disclosed(
  code: PortErrorCode,
  travelled: Json,
): { readonly code: PortErrorCode; readonly details: Json } {
  if (!isEnvelope(travelled)) return { code, details: travelled };
  const { portError, details } = travelled;
  return { code: isPortErrorCode(portError) ? portError : code, details };
}
