/** Clock of simulated clouds: promises settle by `setImmediate`, which costs a fraction of a message channel. */
import { ManualClock } from '#provider-kit/movable-clock.ts';

export const quickClock = (): ManualClock =>
  new ManualClock(
    undefined,
    () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      }),
  );
