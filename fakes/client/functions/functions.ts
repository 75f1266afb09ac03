/** Calls over the link. Time runs on the client's own clock. */
import type { CallPayload, StreamEvent } from '#fakes/cloud/functions/protocol.ts';
import type { Complete } from '#ports/complete.ts';
import { PortError } from '#ports/errors.ts';
import type { Functions } from '#ports/functions/functions.ts';
import {
  callTimedOut,
  type FunctionsDriver,
  type StreamDriver,
  wholeFunctionsShell,
} from '#provider-kit/functions/shell.ts';
import type { CancelSignal, Json } from '#ports/shared.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { ClientContext } from '../context.ts';

export function createFunctionsPort(context: ClientContext): Complete<Functions> {
  const { link, clock } = context;

  const within = <T>(
    name: string,
    timeoutMs: number,
    run: (resolve: (value: T) => void, reject: (error: PortError) => void) => () => void,
  ): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const cancelTimer = clock.setTimer(() => {
        end();
        reject(callTimedOut(name, timeoutMs));
      }, timeoutMs);
      const end = run(
        (value) => {
          cancelTimer();
          resolve(value);
        },
        (error) => {
          cancelTimer();
          reject(error);
        },
      );
    });

  const driver: FunctionsDriver & StreamDriver = {
    call: (name, input, timeoutMs, signal) =>
      within(name, timeoutMs, (resolve, reject) => {
        const payload: CallPayload = { name, input };
        link.request<Json>('functions', `call:${name}`, payload, signal).then(resolve, reject);
        return () => {};
      }),

    stream: (name, input, timeoutMs, signal, onPart) =>
      within(name, timeoutMs, (resolve, reject) => {
        if (signal.aborted) {
          reject(cancelled(name));
          return () => {};
        }
        const release = context.trackSubscription();
        const payload: CallPayload = { name, input };
        const close = link.open('functions', `stream:${name}`, payload, {
          event: (event: StreamEvent) => {
            if ('part' in event) return onPart(event.part);
            over();
            resolve(event.result);
          },
          end: (error) => {
            over();
            reject(error ?? new PortError('internal', `${name} ended without an answer.`));
          },
        });
        const over = onAbort(
          signal,
          () => {
            close();
            release();
            reject(cancelled(name));
          },
          release,
        );
        return () => {
          over();
          close();
        };
      }),
  };
  return wholeFunctionsShell(driver, context.settings.callTimeoutMs);
}

/** Calls `aborted` on an abort before the returned function is called, which then calls `settled`. */
function onAbort(signal: CancelSignal, aborted: () => void, settled: () => void): () => void {
  const guarded = guardListener(aborted);
  signal.addEventListener('abort', guarded);
  return () => {
    signal.removeEventListener('abort', guarded);
    settled();
  };
}

const cancelled = (name: string) => new PortError('cancelled', `The call of ${name} was cancelled.`);
