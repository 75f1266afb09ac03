/** What a request over HTTP brings along. */
import type { IncomingMessage } from 'node:http';
import type { Headers } from './caller.ts';

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

export const headersOf =
  ({ headers }: IncomingMessage): Headers =>
  (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
