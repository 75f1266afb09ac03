/** Runs a callback when the browser is idle, or at once where `requestIdleCallback` is missing. Returns a cancel. */
export function whenIdle(run: () => void, timeoutMs = 10_000): () => void {
  if (!canTellIdle()) {
    run();
    return () => undefined;
  }
  const handle = requestIdleCallback(run, { timeout: timeoutMs });
  return () => cancelIdleCallback(handle);
}

export const canTellIdle = () => 'requestIdleCallback' in globalThis;
