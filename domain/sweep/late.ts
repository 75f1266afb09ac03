/** State of the sweep. Without it, pages whose task was lost, snoozed alerts and lost pushes wait. */
import { constants, minute } from '../constants.ts';

/** Whether the sweep is late. `lastAt`: end of the last complete run; null for none, then the time counts from `watchedFrom`. */
export const isSweepLate = (lastAt: number | null, now: number, watchedFrom: number): boolean =>
  now - (lastAt ?? watchedFrom) > constants.sweepLateMinutes * minute;
