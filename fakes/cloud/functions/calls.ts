/** Calls of callables: caller, encoding, and the errors that a caller may see. */
import { PortError } from '#ports/errors.ts';
import { toJson } from '#provider-kit/json.ts';
import type { CancelSignal, Json, Unsubscribe } from '#ports/shared.ts';
import type { Platform } from '../service.ts';
import type { Session, Sink } from '../session.ts';
import { runOn } from './mortal.ts';
import type { CallPayload, StreamEvent } from './protocol.ts';

export interface Calls {
  call(payload: CallPayload, session: Session, signal: CancelSignal): Promise<Json>;
  stream(payload: CallPayload, session: Session, sink: Sink): Unsubscribe;
}

export function createCalls(platform: Platform): Calls {
  const run = async (
    { name, input }: CallPayload,
    session: Session,
    signal: CancelSignal,
    send: (part: Json) => void,
  ): Promise<Json> => {
    const callables = platform.functions()?.callables ?? {};
    const callable = Object.hasOwn(callables, name) ? callables[name] : undefined;
    if (!callable) throw new PortError('not-found', `There is no function named ${name}.`);
    let over = false;
    try {
      const context = {
        caller: session.caller(),
        signal,
        send: (part: Json) => {
          const sent = toJson(part, 'part');
          if (!over) send(sent);
        },
      };
      const answer = await runOn(platform, `call:${name}`, (server) =>
        callable(input, { ...server, ...context }),
      );
      return toJson(answer, 'answer');
    } catch (error) {
      if (error instanceof PortError) throw outward(error);
      platform.options.onFailure?.({ kind: 'callable', name, error });
      throw new PortError('internal', `${name} failed.`);
    } finally {
      over = true;
    }
  };

  return {
    call: (payload, session, signal) => run(payload, session, signal, () => {}),
    stream(payload, session, sink) {
      const aborter = new AbortController();
      const emit = (event: StreamEvent) => {
        if (!aborter.signal.aborted) sink.event(event);
      };
      void run(payload, session, aborter.signal, (part) => emit({ part })).then(
        (result) => {
          emit({ result });
          sink.end();
        },
        (error: unknown) => sink.end(error),
      );
      return () => aborter.abort();
    },
  };
}

/** Error as sent: code, message and details. Details that JSON can't hold are dropped. */
function outward(error: PortError): PortError {
  try {
    return new PortError(error.code, error.message, { details: toJson(error.details) });
  } catch {
    return new PortError(error.code, error.message);
  }
}
