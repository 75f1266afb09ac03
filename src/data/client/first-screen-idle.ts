/** The moment when the first screen is rendered and the browser is idle: background work starts then. */
import { whenIdle } from './when-idle.ts';

/** Longest wait for a first screen that does not come (no connection, no team), in milliseconds. */
const timeoutMs = 4_000;

let idle: Promise<void> | null = null;
let rendered: () => void = () => undefined;

/** Marks the first screen as rendered. Further calls do nothing. */
export function markFirstScreenRendered(): void {
  void firstScreenIdle();
  rendered();
}

/** Resolves once the first screen is rendered and the browser is idle. */
export function firstScreenIdle(): Promise<void> {
  idle ??= new Promise<void>((resolve) => {
    rendered = resolve;
    setTimeout(resolve, timeoutMs);
  }).then(() => new Promise((resolve) => void whenIdle(resolve, 1_000)));
  return idle;
}
