/** The functions' HTTP handler as a listener of a Node server: bodies are bounded, and every request is answered. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PortError } from '#ports/errors.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';

export interface HttpDoorOptions {
  /** Absent: every request is answered by 404. */
  readonly handler: HttpHandler | undefined;
  readonly server: () => ServerPorts;
  readonly clock: Clock;
  /** Gets what the handler throws. */
  readonly report: (error: unknown, from: string) => void;
  /** Bytes of all bodies that are in memory at a time; more is answered by 503. Default: 100 MiB. */
  readonly mostBytes?: number;
  /** Longest that the handler is waited for, and a body. Default: 60 s. */
  readonly timeoutMs?: number;
}

const largestBody = 10 * 1024 * 1024;

const plain = (status: number, body: string, headers: HttpResponse['headers'] = {}): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  body,
});

/** Thrown while a body is read: the answer in its place. */
class UnreadBody extends Error {
  readonly answer: HttpResponse;

  constructor(answer: HttpResponse) {
    super('The body was not read to its end.');
    this.answer = answer;
  }
}

export class HttpDoor {
  private readonly options: HttpDoorOptions;
  private bytes = 0;

  constructor(options: HttpDoorOptions) {
    this.options = options;
  }

  /** Answers a request, whatever comes. */
  serve(request: IncomingMessage, response: ServerResponse): void {
    const end = () => response.destroy();
    // A socket that breaks: there is nobody to answer.
    request.on('error', end);
    response.on('error', end);
    guardListener(() => this.respond(request, response), end)();
  }

  /** The handler's answer. Does not throw. */
  async answer(request: HttpRequest): Promise<HttpResponse> {
    const { handler, server, report, clock, timeoutMs = 60_000 } = this.options;
    if (!handler) return plain(404, 'Not found\n');
    if (!request.path.startsWith('/')) return plain(400, 'The path must start with a slash\n');
    const late = Promise.withResolvers<never>();
    const stopTimer = clock.setTimer(
      () => late.reject(new PortError('deadline-exceeded', 'The handler took too long.')),
      timeoutMs,
    );
    try {
      return await Promise.race([handler(request, server()), late.promise]);
    } catch (error) {
      report(error, `http:${request.method}`);
      return plain(500, 'Internal error\n');
    } finally {
      stopTimer();
    }
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const held = { bytes: 0 };
    try {
      const body = await this.bodyOf(request, held);
      send(
        response,
        await this.answer({
          method: request.method ?? 'GET',
          path: request.url ?? '/',
          headers: headersOf(request),
          body,
        }),
      );
    } catch (error) {
      if (!(error instanceof UnreadBody)) throw error;
      // What follows on this connection is the rest of the body.
      response.setHeader('connection', 'close');
      send(response, error.answer);
    } finally {
      this.bytes -= held.bytes;
    }
  }

  private async bodyOf(request: IncomingMessage, held: { bytes: number }): Promise<string> {
    const { clock, mostBytes = 100 * 1024 * 1024, timeoutMs = 60_000 } = this.options;
    const pieces: Buffer[] = [];
    const tooLarge = () => new UnreadBody(plain(413, 'Payload too large\n'));
    if (Number(request.headers['content-length'] ?? 0) > largestBody) throw tooLarge();
    const stopTimer = clock.setTimer(() => request.destroy(), timeoutMs);
    try {
      for await (const piece of request as AsyncIterable<Buffer>) {
        held.bytes += piece.length;
        this.bytes += piece.length;
        if (held.bytes > largestBody) throw tooLarge();
        if (this.bytes > mostBytes)
          throw new UnreadBody(plain(503, 'Too many requests at a time\n', { 'retry-after': '1' }));
        pieces.push(piece);
      }
    } finally {
      stopTimer();
    }
    return Buffer.concat(pieces).toString();
  }
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );

function send(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  response.writeHead(status, headers);
  response.end(body);
}
