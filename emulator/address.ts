/** Where a request goes to. */
import type { IncomingMessage } from 'node:http';
import { PortError } from '#ports/errors.ts';

type Asked = Pick<IncomingMessage, 'url'>;

/** `//` is a path like any other; `null` for what is no address. */
export const addressIn = ({ url = '/' }: Asked): URL | null =>
  URL.parse(url.startsWith('/') ? `http://local${url}` : url);

/** @throws PortError invalid-argument for what is no address */
export function addressOf(request: Asked): URL {
  const address = addressIn(request);
  if (!address)
    throw new PortError('invalid-argument', 'This is no address. Ask for a path that begins with /.');
  return address;
}
