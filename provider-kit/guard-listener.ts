/**
 * Failure containment for listeners. Listeners of sockets, servers, workers, message ports, signals and timers have no caller that could
 * catch: in Node an exception there ends the process and everybody's connections.
 */
declare const console: { error(what: unknown): void };

/**
 * Wraps a listener. An exception, or the rejection of the promise that it returns, is logged; then `end`, with the listener's arguments, closes
 * what the event belongs to.
 * Neither reaches the process.
 */
export function guardListener<A extends readonly unknown[]>(
  listener: (...args: A) => unknown,
  end: (...args: A) => void = () => {},
): (...args: A) => void {
  const fail = (error: unknown, args: A) => {
    console.error(error);
    try {
      end(...args);
    } catch (other) {
      console.error(other);
    }
  };
  return (...args) => {
    try {
      const outcome = listener(...args);
      if (outcome instanceof Promise) outcome.catch((error: unknown) => fail(error, args));
    } catch (error) {
      fail(error, args);
    }
  };
}

/** Calls `run` with each item, as clean-up does: an item whose call throws is logged, skips no other, and has `end` called. */
export function runEach<T>(items: Iterable<T>, run: (item: T) => unknown, end?: () => void): void {
  const guarded = guardListener(run, end);
  for (const item of items) guarded(item);
}
