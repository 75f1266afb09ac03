/** The door for machines, on a second-generation function: one handler serves all paths. */
import { type HttpsFunction, type HttpsOptions, onRequest, type Request } from 'firebase-functions/https';
import type { HttpHandler, HttpRequest } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { withBackground } from '../background.ts';

const largestBody = 10 * 1024 * 1024;

export function wrapHttp(
  name: string,
  handler: HttpHandler,
  server: () => ServerPorts,
  options: HttpsOptions,
): HttpsFunction {
  return onRequest(options, async (request, response) => {
    const body = bodyOf(request);
    if (body.length > largestBody) {
      response.status(413).type('text/plain').send('Payload too large\n');
      return;
    }
    try {
      const asked = { ...requestOf(request), body: body.toString('utf8') };
      const answer = await withBackground(server(), (own) => handler(asked, own));
      response.status(answer.status).set(answer.headers).send(answer.body);
    } catch (error) {
      console.error(`${name} failed.`, error);
      response.status(500).type('text/plain').send('Internal error\n');
    }
  });
}

/** The platform has parsed it; the handler gets it as received. */
const bodyOf = ({ rawBody }: Request): Buffer => rawBody ?? Buffer.alloc(0);

function requestOf({ method, url, headers }: Request): Omit<HttpRequest, 'body'> {
  return {
    method,
    path: url.startsWith('/') ? url : `/${url}`,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    ),
  };
}
