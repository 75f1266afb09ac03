/** What a shared cloud answers over HTTP: its own addresses, the doors of the functions, and the app. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import type { Admission } from './admission.ts';
import { enterPage, enterScript } from './enter-page.ts';

export interface RequestsOptions {
  readonly admission: Admission;
  /** Whether the path is one of the functions' HTTP doors, which have keys of their own. */
  isDoor(pathname: string): boolean;
  http(request: HttpRequest): Promise<HttpResponse>;
  /** `pathname`: of the target. */
  site(request: IncomingMessage, response: ServerResponse, pathname: string): void;
  /** Facts for whoever watches this server; no secrets. */
  health(): Readonly<Record<string, unknown>>;
  /** The certificate by which this server's own is trusted, as PEM; `null` for none. */
  readonly authority: string | null;
  readonly isSecure: boolean;
}

export const ownPaths = {
  health: '/healthz',
  channel: '/shared/channel',
  session: '/shared/session',
  enter: '/shared/enter.js',
  authority: '/shared/authority.crt',
} as const;

/** Bytes of a body. */
const largestBody = 10 * 1024 * 1024;

/** `target`: of the request; `null` for what is no address. */
export async function respondTo(
  options: RequestsOptions,
  request: IncomingMessage,
  response: ServerResponse,
  target: URL | null,
): Promise<void> {
  const { admission } = options;
  if (!target) return refuseTarget(response);
  const { pathname } = target;
  if (pathname === ownPaths.health) return json(response, 200, options.health());
  if (options.isDoor(pathname)) return openDoor(options, request, response, target);
  // A stranger's name that leads here would make this server's pages his.
  if (!admission.knowsHost(request)) return end(response, 421, 'This server does not have that name.\n');
  if (pathname === ownPaths.session) return enter(options, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405, 'Only GET.\n');
  if (pathname === ownPaths.enter) return send(response, 'text/javascript; charset=utf-8', enterScript);
  if (pathname === ownPaths.authority && options.authority !== null)
    return send(response, 'application/x-x509-ca-cert', options.authority);
  if (admission.isIn(request)) return options.site(request, response, pathname);
  response.statusCode = 401;
  response.setHeader('Content-Security-Policy', "default-src 'none'; script-src 'self'; connect-src 'self'");
  send(response, 'text/html; charset=utf-8', enterPage);
}

/** The secret in, a cookie out. */
async function enter(
  { admission, isSecure }: RequestsOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') return end(response, admission.isIn(request) ? 204 : 401, '');
  if (request.method !== 'POST') return end(response, 405, 'GET or POST.\n');
  if (!admission.knowsOrigin(request)) return end(response, 403, 'From a page of this server only.\n');
  const shown = await bodyOf(request, 1000);
  const cookie = shown === null ? null : admission.cookieFor(shown, isSecure);
  if (cookie === null) return end(response, 401, 'This is not the secret.\n');
  response.setHeader('Set-Cookie', cookie);
  end(response, 204, '');
}

/** Nothing that follows on this connection can be relied on. */
function refuseTarget(response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  end(response, 400, 'This is no address. Ask for a path that begins with /.\n');
}

async function openDoor(
  { http }: RequestsOptions,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, search }: URL,
): Promise<void> {
  const body = await bodyOf(request, largestBody);
  if (body === null) return end(response, 413, 'Payload too large\n');
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const answered = await http({ method: request.method ?? 'GET', path: pathname + search, headers, body });
  response.writeHead(answered.status, answered.headers);
  response.end(answered.body);
}

/** `null` for one that is too large. */
async function bodyOf(request: IncomingMessage, most: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.statusCode = status;
  send(response, 'application/json', `${JSON.stringify(value)}\n`);
}

function end(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  send(response, 'text/plain; charset=utf-8', text);
}

function send(response: ServerResponse, type: string, text: string): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.end(text);
}
