/** The time of this machine. */
import type { Clock } from '#provider-kit/clock.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';

/** Longest delay of a timer of Node, in milliseconds. */
const longestMs = 2 ** 31 - 1;

let last = 0;

/** Timers keep the process running. The time stands still while the machine's is set back. */
export const machineClock: Clock = {
  now: () => (last = Math.max(last, Date.now())),
  setTimer(run, delayMs) {
    let left = delayMs;
    let timer: NodeJS.Timeout;
    const begin = () => {
      const wait = Math.min(left, longestMs);
      left -= wait;
      timer = setTimeout(
        guardListener(() => (left > 0 ? begin() : run())),
        wait,
      );
    };
    begin();
    return () => clearTimeout(timer);
  },
};
