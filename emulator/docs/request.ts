/** Body and headers of a request over HTTP. */
import type { IncomingMessage } from 'node:http';
import { PortError } from '#ports/errors.ts';
import { largestBody } from '../bounds.ts';
import type { Headers } from './caller.ts';

/** More than is read: told by a status of its own over HTTP. */
export class TooLarge extends PortError {
  constructor() {
    super('resource-exhausted', `A request brings at most ${largestBody} bytes. Send it in several.`);
  }
}

/** @throws TooLarge, and whatever comes is not kept from then on */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > largestBody) throw new TooLarge();
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > largestBody) {
      request.resume();
      throw new TooLarge();
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

export const headersOf =
  ({ headers }: IncomingMessage): Headers =>
  (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
