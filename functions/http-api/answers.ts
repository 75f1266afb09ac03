/** Answers of the HTTP API. */
import { domainError, type DomainError } from '#domain/errors.ts';
import { problemMediaType, problemOf } from '#api/http/api-problem.ts';
import { decodeError } from '#api/error-encoding.ts';
import { isPortError } from '#ports/errors.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import { json } from '../ingest/answers.ts';
import { CommandFailed } from '../kernel/command-failed.ts';

const shared = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

export const dataAnswer = (body: Readonly<Record<string, unknown>>): HttpResponse => json(200, body, shared);

/** Seconds after which the backend is asked again. */
const retrySeconds = 5;

export function problemAnswer(
  error: DomainError,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const problem = problemOf(error);
  const retry =
    error.code === 'rate_limited' ? error.retryAfter : problem.status === 503 ? retrySeconds : null;
  return {
    status: problem.status,
    headers: {
      'content-type': problemMediaType,
      ...shared,
      ...(retry !== null && { 'retry-after': String(retry) }),
      ...(problem.status === 401 && { 'www-authenticate': 'Bearer realm="Muster"' }),
      ...headers,
    },
    body: JSON.stringify(problem),
  };
}

/** The domain's error in what a call threw; null for any other error, whose text is not sent. */
export function thrownProblem(thrown: unknown): DomainError | null {
  if (thrown instanceof CommandFailed) return thrown.error;
  if (!isPortError(thrown)) return null;
  const known = decodeError(thrown.details);
  return known ?? (thrown.retryable ? domainError('unavailable', {}) : null);
}

export const methodNotAllowed = (allow: string): HttpResponse => ({
  status: 405,
  headers: { ...shared, 'content-type': problemMediaType, allow },
  body: JSON.stringify({
    type: 'urn:muster:problem:method_not_allowed',
    title: 'Another method is needed',
    status: 405,
    detail: `Ask here with ${allow}.`,
    code: 'method_not_allowed',
  }),
});
