/** Work that nobody waits for, while the page has nothing better to do. */
import type { FirebaseContext } from './context.ts';

/** Browsers that don't tell when they are idle (Safari) are left alone for so long. */
const calmMs = 1500;

/**
 * Runs preparations when the page is idle, after its own scripts have loaded (waiting for scripts counts as idle, too). Not for a client
 * that has been disposed of. Failures are ignored: the work is repeated when it is needed.
 */
export function whenPageIdle(
  context: Pick<FirebaseContext, 'calm' | 'onDispose' | 'isDisposed'>,
  run: () => Promise<void>,
): void {
  const start = () => {
    if (!context.isDisposed()) run().catch(() => {});
  };
  const wait = () => {
    if (context.isDisposed()) return;
    if (typeof requestIdleCallback === 'function') {
      const asked = requestIdleCallback(start);
      context.onDispose(() => cancelIdleCallback(asked));
      return;
    }
    const timer = setTimeout(start, calmMs);
    context.onDispose(() => clearTimeout(timer));
  };
  if (context.calm) void context.calm().then(wait);
  else wait();
}
