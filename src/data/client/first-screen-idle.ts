/** The moment from which on the page has time for what nobody waits for. */
import { whenIdle } from './when-idle.ts';

/** A screen that does not come (no connection, no team) is not waited for longer than this, in milliseconds. */
const longestMs = 4_000;

let calm: Promise<void> | null = null;
let up: () => void = () => undefined;

/** The first screen stands. Called again it does nothing. */
export function screenIsUp(): void {
  void whenCalm();
  up();
}

/** Resolves once the first screen stands and the browser has nothing better to do. */
export function whenCalm(): Promise<void> {
  calm ??= new Promise<void>((resolve) => {
    up = resolve;
    setTimeout(resolve, longestMs);
  }).then(() => new Promise((resolve) => void whenIdle(resolve, 1_000)));
  return calm;
}
