/** The functions' HTTP handler, with the answers of a hosted platform where it has none. */
import { PortError } from '#ports/errors.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { exceeds } from '#provider-kit/utf8.ts';

export interface HttpDoorOptions {
  /** Absent: every request is answered by 404. */
  readonly handler: HttpHandler | undefined;
  readonly server: () => ServerPorts;
  readonly clock: Clock;
  /** Gets what the handler throws, with `http:METHOD`. */
  readonly report: (error: unknown, from: string) => void;
  /** Longest that the handler is waited for. Default: 60 s. */
  readonly timeoutMs?: number;
}

const largestBody = 10 * 1024 * 1024;

const plain = (status: number, body: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

/** Answers a request, by 500 where the handler throws or takes too long. Does not reject. */
export type AnswerHttp = (request: HttpRequest) => Promise<HttpResponse>;

export function httpDoor({
  handler,
  server,
  clock,
  report,
  timeoutMs = 60_000,
}: HttpDoorOptions): AnswerHttp {
  return async (request) => {
    if (!handler) return plain(404, 'Not found\n');
    if (!request.path.startsWith('/')) return plain(400, 'The path must start with a slash\n');
    if (exceeds(request.body, largestBody)) return plain(413, 'Payload too large\n');
    const late = Promise.withResolvers<never>();
    const stopTimer = clock.setTimer(
      () => late.reject(new PortError('deadline-exceeded', 'The handler took too long.')),
      timeoutMs,
    );
    try {
      const headers = lowerCase(request.headers);
      return await Promise.race([handler({ ...request, headers }, server()), late.promise]);
    } catch (error) {
      report(error, `http:${request.method}`);
      return plain(500, 'Internal error\n');
    } finally {
      stopTimer();
    }
  };
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
