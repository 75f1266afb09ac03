/** Answer to a request for a websocket that is not accepted. */
import type { Duplex } from 'node:stream';

/** Answers with `status` and closes the connection, which the HTTP server leaves to the listener of upgrades. */
export function rejectUpgrade(stream: Duplex, status: number): void {
  stream.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
    stream.destroy(),
  );
}
