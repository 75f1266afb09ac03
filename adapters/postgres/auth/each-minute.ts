import type { Clock } from '#provider-kit/clock.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';

/** Calls `run` at once and each minute, until the returned function is called. */
export function eachMinute(clock: Clock, run: () => void): () => void {
  let cancel = () => {};
  const later = () => {
    cancel = clock.setTimer(
      guardListener(() => {
        later();
        run();
      }),
      60_000,
    );
  };
  later();
  run();
  return () => cancel();
}
