/**
 * The one error that a port rejects with. Mistakes of the programmer (an argument of the wrong type) are `TypeError`
 * and thrown at once; everything that can happen at run time is a `PortError`.
 */

/** Codes that any port may use: the canonical codes of gRPC, and of callable functions. */
const common = [
  'aborted',
  'already-exists',
  'cancelled',
  'data-loss',
  'deadline-exceeded',
  'failed-precondition',
  'internal',
  'invalid-argument',
  'not-found',
  'out-of-range',
  'permission-denied',
  'resource-exhausted',
  'unauthenticated',
  'unavailable',
  'unimplemented',
  'unknown',
] as const;

const auth = [
  'auth/account-exists-with-different-credential',
  'auth/admin-restricted-operation',
  'auth/cancelled-popup-request',
  'auth/code-expired',
  'auth/credential-already-in-use',
  'auth/email-already-in-use',
  'auth/expired-action-code',
  'auth/internal-error',
  'auth/invalid-action-code',
  'auth/invalid-continue-uri',
  'auth/invalid-credential',
  'auth/invalid-custom-token',
  'auth/invalid-email',
  'auth/invalid-phone-number',
  'auth/invalid-verification-code',
  'auth/invalid-verification-id',
  'auth/maximum-second-factor-count-exceeded',
  'auth/missing-email',
  'auth/missing-password',
  'auth/multi-factor-info-not-found',
  'auth/network-request-failed',
  'auth/no-such-provider',
  'auth/operation-not-allowed',
  'auth/password-does-not-meet-requirements',
  'auth/popup-blocked',
  'auth/popup-closed-by-user',
  'auth/provider-already-linked',
  'auth/quota-exceeded',
  'auth/requires-recent-login',
  'auth/second-factor-already-in-use',
  'auth/too-many-requests',
  'auth/unauthorized-continue-uri',
  'auth/unsupported-first-factor',
  'auth/unverified-email',
  'auth/user-disabled',
  'auth/user-mismatch',
  'auth/user-not-found',
  'auth/user-token-expired',
  'auth/weak-password',
  'auth/wrong-password',
] as const;

const storage = [
  'storage/cannot-slice-blob',
  'storage/download-size-exceeded',
  'storage/invalid-checksum',
  'storage/object-not-found',
  'storage/quota-exceeded',
  'storage/retry-limit-exceeded',
  'storage/server-file-wrong-size',
  'storage/unauthenticated',
  'storage/unauthorized',
] as const;

const rest = [
  'messaging/permission-blocked',
  'messaging/permission-default',
  'messaging/registration-failed',
  'messaging/registration-unknown',
  'messaging/unsupported',
  'config/fetch-failed',
  'config/fetch-throttle',
  'config/fetch-timeout',
  'performance/invalid-attribute',
  'performance/invalid-metric',
  'performance/invalid-trace',
  'realtime/disconnected',
  'realtime/max-retries',
  'realtime/overridden-by-set',
] as const;

/** Every code there is; the union is closed, so a `switch` over it can be exhaustive. */
export const portErrorCodes = [...common, ...auth, ...storage, ...rest] as const;

export type PortErrorCode = (typeof portErrorCodes)[number];

/** Codes after which the same call, made again later, may succeed without any change by the caller. */
const retryable: ReadonlySet<PortErrorCode> = new Set<PortErrorCode>([
  'aborted',
  'deadline-exceeded',
  'internal',
  'resource-exhausted',
  'unavailable',
  'auth/network-request-failed',
  'auth/too-many-requests',
  'storage/retry-limit-exceeded',
  'config/fetch-failed',
  'config/fetch-throttle',
  'config/fetch-timeout',
  'realtime/disconnected',
]);

export interface PortErrorOptions {
  readonly cause?: unknown;
  /** Plain data that the other side attached (a function's error details, the rule that refused). */
  readonly details?: unknown;
}

export class PortError extends Error {
  override readonly name = 'PortError';
  readonly code: PortErrorCode;
  readonly retryable: boolean;
  readonly details: unknown;

  constructor(code: PortErrorCode, message: string, options: PortErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.retryable = retryable.has(code);
    this.details = options.details ?? null;
  }
}

export const isPortErrorCode = (code: unknown): code is PortErrorCode =>
  typeof code === 'string' && (portErrorCodes as readonly string[]).includes(code);

/** Is `error` a `PortError` with one of `codes` (any code when none is given)? */
export function isPortError(error: unknown, ...codes: readonly PortErrorCode[]): error is PortError {
  return error instanceof PortError && (codes.length === 0 || codes.includes(error.code));
}

/** Rejection of every operation of a client that has been disposed of. */
export const disposedError = (): PortError =>
  new PortError('failed-precondition', 'This client has been disposed of.');

/** A `PortError` as it is; anything else wrapped as `unknown`, with the original as its cause. */
export function toPortError(error: unknown): PortError {
  if (error instanceof PortError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new PortError('unknown', message, { cause: error });
}
