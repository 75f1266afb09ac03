/** Texts about an alert. */
import { minute } from '../constants.ts';
import type { Flapping } from './schema.ts';

/** “14 times in 10 min”. `openedAt`: of the alert that says so. */
export function flappingText({ times, sinceAt }: Flapping, openedAt: number): string {
  const minutes = Math.max(1, Math.ceil((openedAt - sinceAt) / minute));
  return `${times} times in ${minutes} min`;
}
