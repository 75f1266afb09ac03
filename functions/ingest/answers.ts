/** Small things that both senders' routes need. */
import type { HttpResponse } from '#ports/server/handlers.ts';

export function json(
  status: number,
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

/** Answer to an unknown ingest address or key: always the same, so that neither addresses nor keys can be probed. */
export const notFound = (): HttpResponse =>
  json(404, {
    status: 'error',
    error: 'not_found',
    message:
      'Nothing takes messages here. Check the address and the key in the sender’s configuration, or ask whoever set up its integration.',
  });

/** Part of an answer, only where there is something to say. */
export const warned = (warnings: readonly string[]) => (warnings.length > 0 ? { warnings } : {});
