/** Small things that both senders' routes need. */
import { limits } from '#domain/constants.ts';
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

/** In UTF-8, as it came over the wire. */
export function isTooLarge(body: string): boolean {
  if (body.length > limits.ingestBytes) return true;
  let bytes = 0;
  for (const character of body) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4;
  }
  return bytes > limits.ingestBytes;
}

/** Undefined for what is no JSON. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
