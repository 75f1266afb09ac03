/** The door for machines: one handler for every path, with the answers a hosted platform gives when it can't answer. */
import { exceeds } from '#provider-kit/utf8.ts';
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import { Crashed } from '../crash.ts';
import type { Platform } from '../service.ts';
import { runOn } from './mortal.ts';

const largestBody = 10 * 1024 * 1024;

const plain = (status: number, body: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

export async function answerHttp(platform: Platform, request: HttpRequest): Promise<HttpResponse> {
  const handler = platform.functions()?.http;
  if (!handler) return plain(404, 'Not found\n');
  if (!request.path.startsWith('/')) return plain(400, 'The path must start with a slash\n');
  if (exceeds(request.body, largestBody)) return plain(413, 'Payload too large\n');
  try {
    const own = { ...request, headers: lowerCase(request.headers) };
    const response = await runOn(platform, 'http', (server) => handler(own, server));
    return { ...response, headers: { ...response.headers } };
  } catch (error) {
    platform.options.onFailure?.({ kind: 'http', name: request.method, error });
    return error instanceof Crashed
      ? plain(503, 'The service is unavailable; try again\n')
      : plain(500, 'Internal error\n');
  }
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
