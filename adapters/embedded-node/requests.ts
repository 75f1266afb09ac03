/** HTTP requests to a shared cloud: its own addresses, the endpoints of the functions, and the app. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import {
  answerAs,
  answerBadTarget,
  answerByHandler,
  answerJson,
  answerText,
  textBodyOf,
} from '#adapters/node/http-answers.ts';
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

/** `target`: of the request; `null` for what is no address. */
export async function respondTo(
  options: RequestsOptions,
  request: IncomingMessage,
  response: ServerResponse,
  target: URL | null,
): Promise<void> {
  const { admission } = options;
  if (!target) return answerBadTarget(response);
  const { pathname } = target;
  if (pathname === ownPaths.health) return answerJson(response, 200, options.health());
  if (options.isDoor(pathname))
    return answerByHandler((asked) => options.http(asked), request, response, target);
  // A stranger's name that leads here would make this server's pages his.
  if (!admission.knowsHost(request))
    return answerText(response, 421, 'This server does not have that name.\n');
  if (pathname === ownPaths.session) return enter(options, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') return answerText(response, 405, 'Only GET.\n');
  if (pathname === ownPaths.enter) return answerAs(response, 'text/javascript; charset=utf-8', enterScript);
  if (pathname === ownPaths.authority && options.authority !== null)
    return answerAs(response, 'application/x-x509-ca-cert', options.authority);
  if (admission.isIn(request)) return options.site(request, response, pathname);
  response.statusCode = 401;
  response.setHeader('Content-Security-Policy', "default-src 'none'; script-src 'self'; connect-src 'self'");
  answerAs(response, 'text/html; charset=utf-8', enterPage);
}

/** The secret in, a cookie out. */
async function enter(
  { admission, isSecure }: RequestsOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') return answerText(response, admission.isIn(request) ? 204 : 401, '');
  if (request.method !== 'POST') return answerText(response, 405, 'GET or POST.\n');
  if (!admission.knowsOrigin(request)) return answerText(response, 403, 'From a page of this server only.\n');
  const shown = await textBodyOf(request, 1000);
  const cookie = shown === null ? null : admission.cookieFor(shown, isSecure);
  if (cookie === null) return answerText(response, 401, 'This is not the secret.\n');
  response.setHeader('Set-Cookie', cookie);
  answerText(response, 204, '');
}
