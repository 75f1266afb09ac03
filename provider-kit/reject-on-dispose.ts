/** Rejection of a client's pending work when the client is disposed of. */
import { disposedError, type PortError } from '#ports/errors.ts';
import type { PortClient } from './live-subscriptions.ts';

/**
 * Runs work that ends with its client: from disposal on it rejects with `failed-precondition`, and so does what is under
 * way then, whatever becomes of it.
 */
export function whileAlive(
  context: Pick<PortClient, 'onDispose' | 'isDisposed'>,
): <T>(run: () => Promise<T>) => Promise<T> {
  const waiting = new Set<(error: PortError) => void>();
  context.onDispose(() => {
    for (const reject of waiting) reject(disposedError());
    waiting.clear();
  });
  return <T>(run: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      if (context.isDisposed()) return reject(disposedError());
      // Begun at once: what it does before it waits for something is done when this returns.
      const running = run();
      waiting.add(reject);
      running.then(resolve, reject).finally(() => waiting.delete(reject));
    });
}
