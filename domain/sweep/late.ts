/** Whether the sweep runs. Without it, pages whose task was lost, snoozed alerts and lost pushes wait. */
import { constants, minute } from '../constants.ts';

/** `lastAt`: when it last ran to its end; null for never, then it counts from `watchedFrom`. */
export const isSweepLate = (lastAt: number | null, now: number, watchedFrom: number): boolean =>
  now - (lastAt ?? watchedFrom) > constants.sweepLateMinutes * minute;
