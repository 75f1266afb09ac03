/** The browser's own time, for the cloud and for this tab's client. */
import type { Clock } from '#provider-kit/clock.ts';
import type { Host } from '#fakes/cloud/clock.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';

export const systemClock: Host = {
  now: () => Date.now(),
  setTimeout: (run, ms) => setTimeout(guardListener(run), ms),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/** Longest timeout of browsers, in milliseconds; longer timers are set again when it has passed. */
const longest = 2 ** 31 - 1;

export const tabClock: Clock = {
  now: () => Date.now(),
  setTimer(run, delayMs) {
    const due = Date.now() + delayMs;
    let handle: ReturnType<typeof setTimeout>;
    const arm = () => {
      const left = due - Date.now();
      handle = setTimeout(
        guardListener(() => (left > longest ? arm() : run())),
        Math.min(Math.max(0, left), longest),
      );
    };
    arm();
    return () => clearTimeout(handle);
  },
};
