/** Server of a scenario's handlers for the process that runs the functions: one line of JSON for each part, and for the end. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isPortError } from '#ports/errors.ts';
import { toJson } from '#provider-kit/json.ts';
import type { CallContext, Caller, FunctionSet } from '#ports/server/handlers.ts';
import type { Json } from '#ports/shared.ts';
import { serve } from './serve.ts';

export interface ServedHandlers {
  readonly port: number;
  /** Number of calls that have begun and have not ended. */
  hanging(): number;
  giveUp(): void;
  stop(): Promise<void>;
}

interface Asked {
  readonly input: unknown;
  readonly caller: Caller | null;
}

/** `port`: default any that is free. */
export async function serveHandlers({ callables }: FunctionSet, port?: number): Promise<ServedHandlers> {
  const open = new Set<ServerResponse>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const line = (value: object) => response.write(`${JSON.stringify(value)}\n`);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const { input, caller } = JSON.parse(await text(request)) as Asked;
    const run = callables[(request.url ?? '').slice(1)];
    try {
      if (!run) throw new Error('There is no such handler.');
      // The part of the context that a contract's callables use.
      const context = { caller, signal: gone.signal, send: (part: Json) => line({ part: toJson(part) }) };
      line({ result: toJson(await run(input, context as unknown as CallContext), 'answer') });
    } catch (error) {
      if (isPortError(error))
        line({ error: { code: error.code, message: error.message, details: error.details } });
      // No answer: the function fails, too.
    }
    response.end();
  };

  const served = await serve((request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    void answer(request, response);
  }, port);
  const giveUp = () => {
    for (const response of open) response.destroy();
  };
  return {
    port: served.port,
    hanging: () => open.size,
    giveUp,
    stop: served.stop,
  };
}
