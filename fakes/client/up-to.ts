/** A wait with an end. */
import type { Clock } from '#provider-kit/clock.ts';

/** Resolves when the work has ended, however it ends, or after a time. */
export function upTo(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.setTimer(resolve, ms);
    const ended = () => {
      cancel();
      resolve();
    };
    work.then(ended, ended);
  });
}
