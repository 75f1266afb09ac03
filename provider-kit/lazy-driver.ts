/** Drivers that are loaded on first use, with the SDK that they need. */
import type { Unsubscribe } from '#ports/shared.ts';

/** Names of the methods of `T` that return promises. */
export type AsyncMethods<T> = {
  [name in keyof T]: T[name] extends (...args: never) => Promise<unknown> ? name : never;
}[keyof T];

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * A driver that passes calls of asynchronous methods on to another driver, which `ask` loads. Methods and values in `own` are its own.
 */
export function lazyDriver<T extends object, Own extends keyof T = never>(
  own: Omit<T, AsyncMethods<T>> & Pick<T, Own>,
  ask: <R>(run: (driver: Pick<T, Exclude<AsyncMethods<T>, Own>>) => Promise<R>) => Promise<R>,
): T {
  const pass =
    (name: PropertyKey): Method =>
    (...args) =>
      ask(async (driver) => (driver as Record<PropertyKey, Method>)[name]?.(...args));
  return new Proxy(own, {
    get: (methods, name) => (name in methods ? Reflect.get(methods, name) : pass(name)),
  }) as unknown as T;
}

/** A subscription to a driver that `load` hands over, now or later: it starts then, unless it was ended before. */
export function lazySubscription<T>(
  load: (run: (driver: T) => void) => void,
  start: (driver: T) => Unsubscribe,
): Unsubscribe {
  let ended = false;
  let stop: Unsubscribe | null = null;
  load((driver) => {
    if (!ended) stop = start(driver);
  });
  return () => {
    ended = true;
    stop?.();
  };
}
