/** The handlers of a scenario, served to whatever runs the functions: one line of JSON for each part, and for the end. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isPortError } from '#ports/errors.ts';
import { toJson } from '#ports/json.ts';
import type { CallContext, Caller, FunctionSet } from '#ports/server/handlers.ts';
import type { Json } from '#ports/shared.ts';

export interface ServedHandlers {
  readonly port: number;
  /** Calls that have begun and have not ended. */
  hanging(): number;
  giveUp(): void;
  stop(): Promise<void>;
}

interface Asked {
  readonly input: unknown;
  readonly caller: Caller | null;
}

/** `port`: default any that is free. */
export async function serveHandlers({ callables }: FunctionSet, port = 0): Promise<ServedHandlers> {
  const open = new Set<http.ServerResponse>();
  const server = http.createServer((request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    void answer(request, response);
  });

  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const line = (value: object) => response.write(`${JSON.stringify(value)}\n`);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const { input, caller } = JSON.parse(await text(request)) as Asked;
    const run = callables[(request.url ?? '').slice(1)];
    try {
      if (!run) throw new Error('There is no such handler.');
      // Only what a contract's callables look at: the rest of the server is not theirs here.
      const context = { caller, signal: gone.signal, send: (part: Json) => line({ part: toJson(part) }) };
      line({ result: toJson(await run(input, context as unknown as CallContext), 'answer') });
    } catch (error) {
      if (isPortError(error))
        line({ error: { code: error.code, message: error.message, details: error.details } });
      // Nothing is said of it: what runs the function fails, too.
    }
    response.end();
  };

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const giveUp = () => {
    for (const response of open) response.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    hanging: () => open.size,
    giveUp,
    async stop() {
      giveUp();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
