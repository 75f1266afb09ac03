/** Errors of the HTTP API: the error catalogue as problem details (RFC 9457). */
import * as v from 'valibot';
import type { DomainError, DomainErrorCode } from '#domain/errors.ts';

export const problemMediaType = 'application/problem+json';

/** Status and title by code. */
export const problemKinds: Readonly<Record<DomainErrorCode, readonly [status: number, title: string]>> = {
  unauthenticated: [401, 'The key is missing, unknown, expired or revoked'],
  forbidden: [403, 'The key may not do this'],
  not_found: [404, 'There is nothing here'],
  invalid: [422, 'A field does not fit'],
  conflict: [409, 'It was changed meanwhile'],
  illegal_transition: [409, 'It can’t go to this state'],
  already_acknowledged: [409, 'It is acknowledged already'],
  already_resolved: [409, 'It is resolved already'],
  maintenance_active: [409, 'A maintenance window is active'],
  no_one_on_call: [409, 'Nobody is on call'],
  limit_reached: [409, 'A limit is reached'],
  rate_limited: [429, 'Too many requests'],
  payload_too_large: [413, 'The body is too large'],
  expired: [409, 'It came too late'],
  unavailable: [503, 'The server can’t answer now'],
  unreadable_record: [503, 'A record can’t be read'],
};

export const problemSchema = v.object({
  /** `urn:muster:problem:CODE`. */
  type: v.string(),
  title: v.string(),
  status: v.number(),
  /** The problem and the next step, for a person. */
  detail: v.string(),
  /** The same as the end of `type`, or `method_not_allowed`. */
  code: v.string(),
  /** Field of `invalid`, by its path in the body, and its rule. */
  field: v.exactOptional(v.string()),
  rule: v.exactOptional(v.string()),
  /** Of `conflict`. */
  currentRevision: v.exactOptional(v.number()),
  /** Seconds, of `rate_limited`. */
  retryAfter: v.exactOptional(v.number()),
  /** Of `limit_reached`. */
  limit: v.exactOptional(v.number()),
  /** Of `illegal_transition`. */
  from: v.exactOptional(v.string()),
  to: v.exactOptional(v.string()),
  /** User id, of `already_acknowledged`. */
  by: v.exactOptional(v.string()),
});
export type ApiProblem = v.InferOutput<typeof problemSchema>;

export function problemOf({ code, message, ...more }: DomainError): ApiProblem {
  const [status, title] = problemKinds[code];
  return { type: `urn:muster:problem:${code}`, title, status, detail: message, code, ...more };
}
