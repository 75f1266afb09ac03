/** Lazy components with preloading. */
import { type ComponentType, createElement, lazy, useState } from 'react';

export interface LazyPart<P> {
  /** Fetches its script. */
  readonly load: () => Promise<unknown>;
  readonly Component: ComponentType<P>;
}

/** `React.lazy` for a named export. Unlike `lazy`, a preloaded component renders without suspending. */
export function lazyPart<K extends string, P extends object>(
  fetch: () => Promise<Readonly<Record<K, ComponentType<P>>>>,
  name: K,
): LazyPart<P> {
  let ready: ComponentType<P> | null = null;
  const load = async () => {
    ready = (await fetch())[name];
    return ready;
  };
  const Later = lazy(async () => ({ default: await load() }));
  function Component(props: P) {
    // Chosen once a mount, so that preloading never remounts it.
    const [Chosen] = useState(() => ready ?? (Later as unknown as ComponentType<P>));
    return createElement(Chosen, props);
  }
  return { load, Component };
}
