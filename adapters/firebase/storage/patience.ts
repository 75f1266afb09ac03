/** Trying again with growing pauses, as the SDK does for the requests that it makes. */
import { PortError } from '#ports/errors.ts';

const longestPause = 64_000;

/**
 * The result of `run`. A `PortError` of it is final; after anything else it is run again, until `totalMs` have passed.
 * @throws storage/retry-limit-exceeded; cancelled once `signal` is aborted
 */
export async function patiently<T>(totalMs: number, signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  const end = Date.now() + totalMs;
  for (let pause = 2000; ; pause = Math.min(pause * 2, longestPause)) {
    if (signal.aborted) throw cancelled();
    try {
      return await run();
    } catch (error) {
      if (signal.aborted) throw cancelled();
      if (error instanceof PortError) throw error;
      const left = end - Date.now();
      if (left <= 0) throw tooLate(error);
      await wait(Math.min(left, pause + Math.random() * 1000), signal);
    }
  }
}

const cancelled = () => new PortError('cancelled', 'The request was cancelled.');
const tooLate = (cause: unknown) =>
  new PortError('storage/retry-limit-exceeded', 'The storage server could not be reached in time.', {
    cause,
  });

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, ms);
    function finish() {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    }
    signal.addEventListener('abort', finish);
  });
}
