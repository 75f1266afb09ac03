/** What a request over HTTP brings along. */
import type { IncomingMessage } from 'node:http';
import { PortError } from '#ports/errors.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
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
    const end = () => request.destroy();
    request.on(
      'data',
      guardListener((part: Buffer) => {
        bytes += part.length;
        if (bytes > largestBody) refuse();
        else parts.push(part);
      }, end),
    );
    request.on(
      'end',
      guardListener(() => resolve(Buffer.concat(parts).toString()), end),
    );
    request.on('error', guardListener(reject));
  });
}

export const headersOf =
  ({ headers }: IncomingMessage): Headers =>
  (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
