/** Where a request goes to. */
import type { IncomingMessage } from 'node:http';
import { targetAddress } from '#provider-kit/http/request-target.ts';
import { PortError } from '#ports/errors.ts';

/** @throws PortError invalid-argument for what is no address */
export function addressOf(request: Pick<IncomingMessage, 'url'>): URL {
  const address = URL.parse(targetAddress(request));
  if (!address)
    throw new PortError('invalid-argument', 'This is no address. Ask for a path that begins with /.');
  return address;
}
