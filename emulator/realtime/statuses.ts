/** How refusals are said on the wire. */
import type { PortError, PortErrorCode } from '#ports/errors.ts';
import type { WireAnswer } from './wire.ts';

const statuses: Partial<Record<PortErrorCode, string>> = {
  'permission-denied': 'permission_denied',
  unavailable: 'unavailable',
  'resource-exhausted': 'too_big',
};

/** Clients know a few words only; the sentence is for people. */
export const refusal = (error: PortError): WireAnswer => ({
  s: statuses[error.code] ?? 'failure',
  d: error.code === 'permission-denied' ? 'Permission denied' : error.message,
});
