/** Fetches the configuration from the server, with a pause after a refusal. */
import type { FetchPayload, ConfigValues } from '#fakes/cloud/config/protocol.ts';
import { disposedError, isPortError, PortError } from '#ports/errors.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { ClientContext } from '../context.ts';
import type { ConfigState } from './state.ts';

const second = 1000;
const longestPause = 4 * 3600 * second;

export interface Fetcher {
  /** Fetches once and stores the outcome, success or failure, in the state. */
  ask(timeoutMs: number): Promise<void>;
}

export function createFetcher(
  context: ClientContext,
  ending: AbortSignal,
  state: () => ConfigState,
  change: (changes: Partial<ConfigState>) => Promise<void>,
): Fetcher {
  const { link, clock, random } = context;
  const fail = async (lastFetch: 'failure' | 'throttled', error: PortError): Promise<never> => {
    await change({ status: { ...state().status, lastFetch } });
    throw error;
  };

  const until = (time: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const over = guardListener(() => {
        cancel();
        signal.removeEventListener('abort', over);
        resolve();
      });
      const cancel = clock.setTimer(over, time - clock.now());
      signal.addEventListener('abort', over);
    });

  const installation = async () => {
    const known = state().installation ?? random.fork('installation').id(22);
    if (state().installation === null) await change({ installation: known });
    return known;
  };

  const refused = async () => {
    const failures = (state().throttle?.failures ?? 0) + 1;
    const pause = Math.min(second * 2 ** (failures - 1), longestPause) * (0.5 + random.next());
    await change({ throttle: { failures, until: clock.now() + Math.round(pause) } });
  };

  const attempt = async (signal: AbortSignal): Promise<ConfigValues | null> => {
    const payload: FetchPayload = {
      installation: await installation(),
      language: context.browser.language(),
      signals: state().signals,
    };
    try {
      return await link.request<ConfigValues>('config', 'fetch', payload, signal);
    } catch (error) {
      if (ending.aborted) throw disposedError();
      if (signal.aborted)
        return fail('failure', new PortError('config/fetch-timeout', 'The server took too long to answer.'));
      const busy = isPortError(error, 'unavailable', 'internal', 'resource-exhausted', 'deadline-exceeded');
      if (!busy || !link.online())
        return fail(
          'failure',
          new PortError('config/fetch-failed', 'Configuration could not be fetched.', { cause: error }),
        );
      await refused();
      return null;
    }
  };

  return {
    async ask(timeoutMs) {
      const timeout = new AbortController();
      const abort = guardListener(() => timeout.abort());
      const deadline = clock.now() + timeoutMs;
      const cancel = clock.setTimer(abort, timeoutMs);
      ending.addEventListener('abort', abort);
      try {
        for (;;) {
          const pausedUntil = state().throttle?.until ?? 0;
          if (pausedUntil > deadline) {
            const details = { until: pausedUntil };
            await fail(
              'throttled',
              new PortError('config/fetch-throttle', 'The server asked to be left alone for now.', {
                details,
              }),
            );
          }
          if (pausedUntil > clock.now()) await until(pausedUntil, timeout.signal);
          if (ending.aborted) throw disposedError();
          const values = await attempt(timeout.signal);
          if (!values) continue;
          const status = { lastFetch: 'success', fetchedAt: clock.now() } as const;
          return await change({ fetched: values, status, throttle: null });
        }
      } finally {
        cancel();
        ending.removeEventListener('abort', abort);
      }
    },
  };
}
