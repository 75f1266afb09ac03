/**
 * Callable functions, over the protocol that the SDK's module speaks. The module itself can't cancel a call, takes a lost network
 * for a failure of the function, adds the HTTP status to the function's message, and never ends a stream that breaks off before its
 * result; so requests are made here, with the SDK's tokens.
 */
import type { Complete } from '#ports/complete.ts';
import type { Functions } from '#ports/functions/functions.ts';
import {
  callTimedOut,
  type FunctionsDriver,
  type StreamDriver,
  wholeFunctionsShell,
} from '#provider-kit/functions/shell.ts';
import type { CancelSignal, Json } from '#ports/shared.ts';
import { whileAlive } from '#provider-kit/reject-on-dispose.ts';
import type { FirebaseContext } from '../context.ts';
import { requestHeaders } from '../tokens.ts';
import { readAnswer, readStream } from './answers.ts';
import { callCancelled, connectionLost } from './errors.ts';

const defaultRegion = 'us-central1';

export function createFirebaseFunctions(context: FirebaseContext): Complete<Functions> {
  const alive = whileAlive(context);
  const ending = new AbortController();
  context.onDispose(() => ending.abort());

  const send = async (name: string, input: Json, accept: string, signal: AbortSignal): Promise<Response> => {
    const identity = await requestHeaders(context, 'Bearer');
    if (signal.aborted) throw callCancelled(name);
    try {
      return await fetch(addressOf(context, name), {
        method: 'POST',
        headers: { ...identity, 'Content-Type': 'application/json', Accept: accept },
        body: JSON.stringify({ data: input }),
        signal,
      });
    } catch (error) {
      throw connectionLost(name, error);
    }
  };

  /** The request ends with whatever comes first: its answer, its time, its caller's patience, its client. */
  const within = (
    name: string,
    timeoutMs: number,
    cancel: CancelSignal | undefined,
    run: (signal: AbortSignal) => Promise<Json>,
  ): Promise<Json> =>
    alive(
      () =>
        new Promise<Json>((resolve, reject) => {
          if (cancel?.aborted) return reject(callCancelled(name));
          const request = new AbortController();
          const stop = () => {
            reject(callCancelled(name));
            request.abort();
          };
          const timer = setTimeout(() => {
            reject(callTimedOut(name, timeoutMs));
            request.abort();
          }, timeoutMs);
          cancel?.addEventListener('abort', stop);
          ending.signal.addEventListener('abort', stop);
          run(request.signal)
            .then(resolve, reject)
            .finally(() => {
              clearTimeout(timer);
              cancel?.removeEventListener('abort', stop);
              ending.signal.removeEventListener('abort', stop);
            });
        }),
    );

  const driver: FunctionsDriver & StreamDriver = {
    call: (name, input, timeoutMs, cancel) =>
      within(name, timeoutMs, cancel, async (signal) =>
        readAnswer(name, await send(name, input, 'application/json', signal)),
      ),
    stream: (name, input, timeoutMs, cancel, onPart) =>
      within(name, timeoutMs, cancel, async (signal) => {
        const release = context.trackSubscription();
        try {
          return await readStream(name, await send(name, input, 'text/event-stream', signal), onPart);
        } finally {
          release();
        }
      }),
  };
  return wholeFunctionsShell(driver, context.settings.callTimeoutMs);
}

function addressOf({ options }: FirebaseContext, name: string): string {
  const { project, region = defaultRegion, local } = options;
  const host =
    local?.functions === undefined
      ? `https://${region}-${project.projectId}.cloudfunctions.net`
      : `http://${local.functions}/${project.projectId}/${region}`;
  return `${host}/${encodeURIComponent(name)}`;
}
