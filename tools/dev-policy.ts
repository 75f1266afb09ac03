/**
 * Production's content security policy for the development server. Its pages carry inline scripts that change with Vite (React's refresh
 * preamble), so each answer allows them by a nonce of its own, and the page may open the socket over which changes come.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'vite';

/** Nonce that Vite puts on its scripts; replaced in each answer. */
const placeholder = 'nonce-of-this-answer';

/** The policy with a nonce for scripts and, for hot updates, the socket of the same host. `host`: as the request says. */
export function devPolicy(policy: string, nonce: string, host: string): string {
  const socket = /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
  return policy
    .split(';')
    .map((directive) => {
      const text = directive.trim();
      if (text.startsWith('script-src ')) return `${text} 'nonce-${nonce}'`;
      return text.startsWith('connect-src ') ? text + socket : text;
    })
    .join('; ');
}

/** `policy`: production's, as one line. */
export function sendDevPolicy(policy: string): Plugin {
  return {
    name: 'muster:dev-policy',
    apply: (_, { command, isPreview }) => command === 'serve' && isPreview !== true,
    config: () => ({ html: { cspNonce: placeholder } }),
    configureServer({ middlewares }) {
      middlewares.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
        const nonce = randomBytes(16).toString('base64');
        response.setHeader('Content-Security-Policy', devPolicy(policy, nonce, request.headers.host ?? ''));
        if (isPageRequest(request)) withNonce(request, response, nonce);
        next();
      });
    },
  };
}

const isPageRequest = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null;

/** Puts the nonce of the answer's header into the page that is sent. */
function withNonce(request: IncomingMessage, response: ServerResponse, nonce: string): void {
  // A page from the browser's cache would carry an earlier nonce.
  delete request.headers['if-none-match'];
  const end = response.end.bind(response);
  const isPage = () => String(response.getHeader('Content-Type') ?? '').startsWith('text/html');
  response.end = ((content?: unknown, ...rest: readonly unknown[]) => {
    if (!isPage() || (typeof content !== 'string' && !Buffer.isBuffer(content)))
      return Reflect.apply(end, response, [content, ...rest]);
    response.setHeader('Cache-Control', 'no-store');
    response.removeHeader('ETag');
    response.removeHeader('Content-Length');
    return Reflect.apply(end, response, [content.toString().replaceAll(placeholder, nonce), ...rest]);
  }) as typeof response.end;
}
