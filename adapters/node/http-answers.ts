/** Answers of a server over HTTP: texts, JSON, and those of backend code's routes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';

/** Bytes of the body of a request to backend code. */
const largestBody = 10 * 1024 * 1024;

/** Answers by backend code's handler; 413 for a body of more than 10 MiB. */
export async function answerByHandler(
  handle: (request: HttpRequest) => Promise<HttpResponse>,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, search }: URL,
): Promise<void> {
  const body = await textBodyOf(request, largestBody);
  if (body === null) return answerText(response, 413, 'Payload too large\n');
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const answered = await handle({ method: request.method ?? 'GET', path: pathname + search, headers, body });
  response.writeHead(answered.status, answered.headers);
  response.end(answered.body);
}

/** `null` for one that is too large. */
export async function textBodyOf(request: IncomingMessage, most: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** For what is no address. Nothing that follows on this connection can be relied on. */
export function answerBadTarget(response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  answerText(response, 400, 'This is no address. Ask for a path that begins with /.\n');
}

export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  response.statusCode = status;
  answerAs(response, 'application/json', `${JSON.stringify(value)}\n`);
}

export function answerText(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  answerAs(response, 'text/plain; charset=utf-8', text);
}

/** Never kept by a browser or proxy. */
export function answerAs(response: ServerResponse, type: string, text: string): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.end(text);
}
