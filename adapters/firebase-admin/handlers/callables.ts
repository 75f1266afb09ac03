/** Callables, on second-generation functions. */
import { type CallableFunction, type CallableOptions, onCall } from 'firebase-functions/https';
import { toJson } from '#provider-kit/json.ts';
import type { Callable } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { Json } from '#ports/shared.ts';
import { withBackground } from '../background.ts';
import { callableRefusal } from './refusals.ts';

export function wrapCallable(
  name: string,
  callable: Callable,
  server: () => ServerPorts,
  options: CallableOptions,
): CallableFunction<unknown, Promise<Json>> {
  return onCall<unknown, Promise<Json>>(options, async ({ auth, data }, response) => {
    let over = false;
    const send = (part: Json) => {
      const sent = toJson(part, 'part');
      // The caller may be gone; nobody waits for what it is not told.
      if (!over) void response?.sendChunk(sent).catch(() => undefined);
    };
    const signal = response?.signal ?? new AbortController().signal;
    const caller = auth ? { uid: auth.uid, claims: { ...auth.token } } : null;
    try {
      const answer = await withBackground(server(), (own) =>
        callable(data, { ...own, caller, signal, send }),
      );
      return toJson(answer, 'answer');
    } catch (error) {
      throw callableRefusal(name, error);
    } finally {
      over = true;
    }
  });
}
