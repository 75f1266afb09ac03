/** Calls of callables: their time, the errors that a caller may see, and the parts of an answer. */
import { PortError } from '#ports/errors.ts';
import type { Callable } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { CancelSignal } from '#ports/shared.ts';
import { createCanceller } from '#provider-kit/cancel.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { toJson } from '#provider-kit/json.ts';
import { valueOfOwnKey } from '#provider-kit/own-value.ts';
import type { CallableRunner } from '../wire/function-service.ts';

export interface FunctionCallsOptions {
  readonly callables: Readonly<Record<string, Callable>>;
  readonly server: () => ServerPorts;
  readonly clock: Clock;
  /** Gets what a callable throws that is no `PortError`, with `call:NAME`. */
  readonly report: (error: unknown, from: string) => void;
  /** Longest that a call is waited for. Default: 5 minutes. */
  readonly timeoutMs?: number;
  /** Calls at a time. Default: 1,000. */
  readonly mostAtOnce?: number;
}

export class FunctionCalls {
  private readonly options: FunctionCallsOptions;
  private underWay = 0;

  constructor(options: FunctionCallsOptions) {
    this.options = options;
  }

  /**
   * @throws PortError that the callable threw; not-found, deadline-exceeded, resource-exhausted; internal for anything else, which is
   * reported
   */
  readonly call: CallableRunner = async (name, input, caller, { signal, send }) => {
    const { callables, report, mostAtOnce = 1000 } = this.options;
    const callable = valueOfOwnKey(callables, name);
    if (!callable) throw new PortError('not-found', `There is no function named ${name}.`);
    if (this.underWay >= mostAtOnce)
      throw new PortError('resource-exhausted', 'The server has too many calls under way. Try again.');
    this.underWay++;
    try {
      const answer = await this.bounded(signal, (bounded, isOver) =>
        callable(input, {
          ...this.options.server(),
          caller,
          signal: bounded,
          send(piece) {
            const sent = toJson(piece, 'part');
            if (!isOver()) send(sent);
          },
        }),
      );
      return toJson(answer, 'answer');
    } catch (error) {
      if (error instanceof PortError) throw outward(error);
      report(error, `call:${name}`);
      throw new PortError('internal', `${name} failed.`);
    } finally {
      this.underWay--;
    }
  };

  private async bounded<T>(
    signal: CancelSignal,
    run: (signal: CancelSignal, isOver: () => boolean) => Promise<T>,
  ): Promise<T> {
    const { clock, timeoutMs = 5 * 60_000 } = this.options;
    const canceller = createCanceller(signal);
    const late = Promise.withResolvers<never>();
    let isOver = false;
    const stopTimer = clock.setTimer(() => {
      late.reject(new PortError('deadline-exceeded', 'The function took too long.'));
      canceller.cancel();
    }, timeoutMs);
    try {
      return await Promise.race([run(canceller.signal, () => isOver), late.promise]);
    } finally {
      isOver = true;
      stopTimer();
      canceller.release();
    }
  }
}

/** Code, message and details cross to the caller, the cause does not. Details that JSON can't hold are left out. */
function outward({ code, message, details }: PortError): PortError {
  try {
    return new PortError(code, message, { details: toJson(details) });
  } catch {
    return new PortError(code, message);
  }
}
