/** Codes of firebase/messaging as codes of the port. */
import { PortError } from '#ports/errors.ts';
import { type CodeTable, portErrorFrom } from '../errors.ts';

export const messagingCodes = {
  'messaging/missing-app-config-values': 'invalid-argument',
  'messaging/only-available-in-window': 'messaging/unsupported',
  'messaging/only-available-in-sw': 'messaging/unsupported',
  'messaging/permission-default': 'messaging/permission-default',
  'messaging/permission-blocked': 'messaging/permission-blocked',
  'messaging/unsupported-browser': 'messaging/unsupported',
  'messaging/indexed-db-unsupported': 'messaging/unsupported',
  'messaging/failed-service-worker-registration': 'messaging/registration-failed',
  'messaging/token-subscribe-failed': 'messaging/registration-failed',
  'messaging/token-subscribe-no-token': 'messaging/registration-failed',
  'messaging/fid-registration-failed': 'messaging/registration-failed',
  'messaging/fid-unregister-failed': 'unavailable',
  'messaging/fid-registration-idb-schema-unavailable': 'messaging/registration-failed',
  'messaging/token-unsubscribe-failed': 'unavailable',
  'messaging/token-update-failed': 'messaging/registration-failed',
  'messaging/token-update-no-token': 'messaging/registration-failed',
  'messaging/use-sw-after-get-token': 'failed-precondition',
  'messaging/invalid-sw-registration': 'invalid-argument',
  'messaging/invalid-bg-handler': 'invalid-argument',
  'messaging/invalid-vapid-key': 'invalid-argument',
  'messaging/use-vapid-key-after-get-token': 'failed-precondition',
  'messaging/invalid-on-registered-handler': 'invalid-argument',
} as const satisfies CodeTable;

/** Error of a failed registration: a push service that rejects it, or an installation that can't be made. */
export function registrationError(error: unknown): PortError {
  const known = portErrorFrom(messagingCodes, error);
  return known.code === 'unknown'
    ? new PortError('messaging/registration-failed', known.message, { cause: error })
    : known;
}

export function removalError(error: unknown): PortError {
  const known = portErrorFrom(messagingCodes, error);
  return known.code === 'unknown' ? new PortError('unavailable', known.message, { cause: error }) : known;
}
