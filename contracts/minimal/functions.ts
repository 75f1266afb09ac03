/** Functions in the same process, called with the caller's token. */
import { PortError } from '#ports/errors.ts';
import type { Auth } from '#ports/auth/auth.ts';
import type { Functions } from '#ports/functions/functions.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { CancelSignal, Json } from '#ports/shared.ts';
import { createCanceller } from '#provider-kit/cancel.ts';
import { callTimedOut, createFunctionsShell } from '#provider-kit/functions/shell.ts';
import { toJson } from '#provider-kit/json.ts';
import { valueOfOwnKey } from '#provider-kit/own-value.ts';
import type { ClientParts } from './client-parts.ts';
import type { PlainSessions } from './sessions.ts';

/** Calls a function with this token. */
export type CallFunction = (
  name: string,
  input: Json,
  token: string | null,
  signal: CancelSignal,
) => Promise<Json>;

/** The server's half. */
export function functionCalls(
  { callables }: FunctionSet,
  server: ServerPorts,
  sessions: PlainSessions,
): CallFunction {
  return async (name, input, token, signal) => {
    const callable = valueOfOwnKey(callables, name);
    if (!callable) throw new PortError('not-found', `There is no function ${name}.`);
    try {
      const caller = sessions.callerOf(token);
      return toJson(await callable(input, { ...server, caller, signal, send() {} }), 'answer');
    } catch (error) {
      if (error instanceof PortError) throw answerable(error);
      server.background.report(error);
      throw new PortError('internal', `${name} failed.`);
    }
  };
}

/** Code, message and details cross to the caller; the cause stays. */
function answerable({ code, message, details }: PortError): PortError {
  try {
    return new PortError(code, message, { details: toJson(details) });
  } catch {
    return new PortError(code, message);
  }
}

/** The client's half. */
export function minimalFunctions(
  call: CallFunction,
  { idToken }: Pick<Auth, 'idToken'>,
  { client, clock, line, settings }: ClientParts,
): Functions {
  return createFunctionsShell(
    {
      call(name, input, timeoutMs, signal) {
        if (signal?.aborted) return Promise.reject(cancelled(name));
        const canceller = createCanceller(signal);
        const ended = Promise.withResolvers<never>();
        const stopTimer = clock.setTimer(() => ended.reject(callTimedOut(name, timeoutMs)), timeoutMs);
        canceller.signal.addEventListener('abort', () => ended.reject(cancelled(name)));
        const answer = line.request(async () => {
          const token = await idToken();
          return call(name, input, token?.token ?? null, canceller.signal);
        });
        const result = Promise.race([answer, ended.promise]);
        const end = () => {
          stopTimer();
          canceller.release();
        };
        const fail = () => {
          end();
          // Cancels the function when its caller is offline or disposed of.
          if (!line.online() || client.isDisposed()) canceller.cancel();
        };
        result.then(end, fail);
        ended.promise.catch(() => {});
        return result;
      },
    },
    settings.callTimeoutMs,
  );
}

const cancelled = (name: string) => new PortError('cancelled', `The call of ${name} was cancelled.`);
