import { isPortError, PortError } from '#ports/errors.ts';

/** A request with the port's error for a server out of reach. @throws PortError of the server, auth/network-request-failed */
export async function overNetwork<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (cause) {
    if (!isPortError(cause, 'unavailable')) throw cause;
    throw new PortError('auth/network-request-failed', 'There is no connection. Try again when it is back.', {
      cause,
    });
  }
}
