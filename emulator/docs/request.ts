/** What a request over HTTP brings along. */
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
export function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const refuse = () => {
      parts.length = 0;
      reject(new TooLarge());
    };
    if (Number(request.headers['content-length'] ?? 0) > largestBody) return refuse();
    request.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > largestBody) refuse();
      else parts.push(part);
    });
    request.on('end', () => resolve(Buffer.concat(parts).toString()));
    request.on('error', reject);
  });
}

export const headersOf =
  ({ headers }: IncomingMessage): Headers =>
  (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
