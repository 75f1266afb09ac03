/** Work that nobody waits for, while the page has nothing better to do. */
import type { FirebaseContext } from './context.ts';

/** Browsers that don't tell when they are idle (Safari) are left alone for so long. */
const calmMs = 1500;

/**
 * Once there is time for such things at all: a page that only waits for its own scripts is idle too. Not for a client that has been
 * disposed of meanwhile. Whatever it fails with: it is tried again when it is needed.
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
