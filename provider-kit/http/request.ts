/** Requests as backend code gives them, checked and completed. */
import type { OutgoingRequest } from '#ports/server/http.ts';
import { utf8Length } from '../utf8.ts';

type HttpMethod = NonNullable<OutgoingRequest['method']>;

export interface CheckedRequest {
  readonly url: string;
  readonly method: HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that make it conditional. */
  readonly conditions: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

const mostBytes = 5 * 1024 * 1024;
const mostBodyBytes = 65_536;
const longestTimeoutMs = 60_000;
const mostHeaders = 20;

/** Set by the connection, or a way to say two things to two servers. */
const reservedHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'if-modified-since',
  'if-none-match',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** @throws TypeError */
export function checkedRequest(request: OutgoingRequest): CheckedRequest {
  const { url, method = 'GET', body, known, maxBytes = mostBytes, timeoutMs = 10_000 } = request;
  if (typeof url !== 'string') throw new TypeError('The url of a request is a text.');
  if (body !== undefined && method === 'GET') throw new TypeError('A GET has no body.');
  // Three bytes a character at most.
  if (body !== undefined && body.length * 3 > mostBodyBytes && utf8Length(body) > mostBodyBytes)
    throw new TypeError(`The body of a request has at most ${mostBodyBytes} bytes.`);
  return {
    url,
    method,
    headers: headersOf(request.headers ?? {}),
    conditions: method === 'GET' ? conditionsOf(known) : {},
    body: body ?? null,
    maxBytes: whole('maxBytes', maxBytes, mostBytes),
    timeoutMs: whole('timeoutMs', timeoutMs, longestTimeoutMs),
  };
}

function headersOf(given: Readonly<Record<string, string>>): Record<string, string> {
  const headers = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value] as const);
  if (headers.length > mostHeaders) throw new TypeError(`A request has at most ${mostHeaders} headers.`);
  for (const [name, value] of headers)
    if (!/^[a-z0-9-]{1,60}$/u.test(name) || reservedHeaders.has(name) || !isHeaderValue(value))
      throw new TypeError(`The header ${name} can’t be sent.`);
  return Object.fromEntries(headers);
}

/** Versions come from another server: what can't be a header is left out. */
const conditionsOf = (known: OutgoingRequest['known']): Record<string, string> => ({
  ...(isHeaderValue(known?.etag) && { 'if-none-match': known.etag }),
  ...(isHeaderValue(known?.lastModified) && { 'if-modified-since': known.lastModified }),
});

const isHeaderValue = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x20-\x7e]{1,1000}$/u.test(value);

function whole(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new TypeError(`${name} is a whole number from 1 to ${most}.`);
}
