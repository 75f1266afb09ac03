/** The time of this machine, which keeps no process alive. */
import { type Host, RunningClock } from '#fakes/cloud/clock.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';

/** As it is before anybody takes time into their hands. */
const { setTimeout, clearTimeout } = globalThis;

export const nodeClock: Host = {
  now: () => Date.now(),
  setTimeout: (run, ms) => setTimeout(guardListener(run), ms).unref(),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
};

export const runningClock = new RunningClock(nodeClock);
