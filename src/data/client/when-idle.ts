/** Runs what nobody waits for once the browser has nothing better to do, or at once where it can't tell. Returns how to take it back. */
export function whenIdle(run: () => void, timeoutMs = 10_000): () => void {
  if (!canTellIdle()) {
    run();
    return () => undefined;
  }
  const handle = requestIdleCallback(run, { timeout: timeoutMs });
  return () => cancelIdleCallback(handle);
}

export const canTellIdle = () => 'requestIdleCallback' in globalThis;
