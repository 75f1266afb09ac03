/** Codes of firebase/remote-config, and of the installations it stands on, as codes of the port. */
import { PortError } from '#ports/errors.ts';
import { type CodeTable, portErrorFrom } from '../errors.ts';

export const configCodes = {
  'remoteconfig/already-initialized': 'failed-precondition',
  'remoteconfig/registration-window': 'unimplemented',
  'remoteconfig/registration-project-id': 'invalid-argument',
  'remoteconfig/registration-api-key': 'invalid-argument',
  'remoteconfig/registration-app-id': 'invalid-argument',
  'remoteconfig/storage-open': 'config/fetch-failed',
  'remoteconfig/storage-get': 'config/fetch-failed',
  'remoteconfig/storage-set': 'config/fetch-failed',
  'remoteconfig/storage-delete': 'config/fetch-failed',
  'remoteconfig/fetch-client-network': 'config/fetch-failed',
  'remoteconfig/fetch-timeout': 'config/fetch-timeout',
  'remoteconfig/fetch-throttle': 'config/fetch-throttle',
  'remoteconfig/fetch-client-parse': 'config/fetch-failed',
  'remoteconfig/fetch-status': 'config/fetch-failed',
  'remoteconfig/indexed-db-unavailable': 'unimplemented',
  'remoteconfig/custom-signal-max-allowed-signals': 'out-of-range',
  'remoteconfig/stream-error': 'unavailable',
  'remoteconfig/realtime-unavailable': 'unavailable',
  'remoteconfig/update-message-invalid': 'config/fetch-failed',
  'remoteconfig/update-not-fetched': 'config/fetch-failed',
  'remoteconfig/analytics-unavailable': 'unavailable',
} as const satisfies CodeTable;

/** A fetch that failed for want of an installation (offline, say) has failed all the same. */
export function fetchError(error: unknown): PortError {
  const known = portErrorFrom(configCodes, error);
  return known.code === 'unknown'
    ? new PortError('config/fetch-failed', known.message, { cause: error })
    : known;
}

/** Error that ends a watch; `null` for one that the SDK recovers from. */
export function watchError(error: unknown): PortError | null {
  const known = portErrorFrom(configCodes, error);
  if (known.code !== 'unavailable') return null;
  const forbidden = /status code: 40[13]/.test(known.message);
  return forbidden ? new PortError('permission-denied', known.message, { cause: error }) : known;
}
