/** Small things that both senders' routes need. */
import { limits } from '#domain/constants.ts';
import { utf8Bytes } from '#domain/text.ts';
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

/** Size in UTF-8, as received. */
export const isTooLarge = (body: string): boolean =>
  body.length > limits.ingestBytes || utf8Bytes(body) > limits.ingestBytes;

/** Undefined for what is no JSON. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Part of an answer, only where there is something to say. */
export const warned = (warnings: readonly string[]) => (warnings.length > 0 ? { warnings } : {});
