/** Listening socket of a process: the port is known before the services that need it are opened. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mostSockets } from '#adapters/node/bounds.ts';
import { answerText } from '#adapters/node/http-answers.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0: a free port. */
  readonly port: number;
}

/** Answers each request 503 until `takeOver`. */
export interface ListeningServer {
  readonly port: number;
  /** Ends the answers 503. The caller adds the listeners of requests and stops the server. */
  takeOver(): Server;
  /** Stops listening; does nothing after `takeOver`. */
  close(): Promise<void>;
}

/** @throws NodeJS.ErrnoException when it can't listen there */
export async function listen({ host, port }: ListenOptions): Promise<ListeningServer> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 60_000, maxHeaderSize: 32 * 1024 });
  server.maxConnections = mostSockets;
  server.on(
    'request',
    guardListener((_request, response) => {
      response.setHeader('Connection', 'close');
      response.setHeader('Retry-After', '1');
      answerText(response, 503, 'Muster is starting. Try again in a second.\n');
    }),
  );
  await new Promise<void>((listening, failed) => {
    server.once('error', guardListener(failed));
    server.listen(port, host, listening);
  });
  let isTakenOver = false;
  return {
    port: (server.address() as AddressInfo).port,
    takeOver() {
      isTakenOver = true;
      return server.removeAllListeners('request');
    },
    async close() {
      if (isTakenOver) return;
      const closed = new Promise((done) => void server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
