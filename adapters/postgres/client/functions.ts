/** Functions on the server. */
import { PortError } from '#ports/errors.ts';
import type { Functions } from '#ports/functions/functions.ts';
import type { CancelSignal, Json } from '#ports/shared.ts';
import { createCanceller } from '#provider-kit/cancel.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { callTimedOut, wholeFunctionsShell } from '#provider-kit/functions/shell.ts';
import type { PortClient } from '#provider-kit/live-subscriptions.ts';
import { whileAlive } from '#provider-kit/reject-on-dispose.ts';
import type { Wire } from './wire.ts';

export interface WireFunctionsOptions {
  readonly client: PortClient;
  readonly wire: Wire;
  readonly clock: Clock;
  /** Resolves once it is known who is signed in: a call is in that person’s name. */
  readonly ready: () => Promise<unknown>;
  readonly timeoutMs: number;
}

export function wireFunctions({ client, wire, clock, ready, timeoutMs }: WireFunctionsOptions): Functions {
  const untilDisposal = whileAlive(client);
  const call = (
    name: string,
    input: Json,
    limitMs: number,
    signal: CancelSignal | undefined,
    part?: (value: Json) => void,
  ): Promise<Json> => {
    const canceller = createCanceller(signal);
    let isLate = false;
    const stopTimer = clock.setTimer(() => {
      isLate = true;
      canceller.cancel();
    }, limitMs);
    const run = async () => {
      try {
        await ready();
        const answer = await wire.call(
          'functions.call',
          { name, input },
          { signal: canceller.signal, part: (value) => part?.(value as Json) },
        );
        return answer as Json;
      } catch (error) {
        if (isLate) throw callTimedOut(name, limitMs);
        if (canceller.signal.aborted)
          throw new PortError('cancelled', `The call of ${name} was cancelled.`, { cause: error });
        throw error;
      } finally {
        stopTimer();
        canceller.release();
      }
    };
    return untilDisposal(run);
  };
  return wholeFunctionsShell(
    {
      call: (name, input, limitMs, signal) => call(name, input, limitMs, signal),
      stream: (name, input, limitMs, signal, onPart) => call(name, input, limitMs, signal, onPart),
    },
    timeoutMs,
  );
}
