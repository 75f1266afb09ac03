/** A component that is a script of its own, fetched when it is first looked at, or ahead of that. */
import { type ComponentType, createElement, lazy, useState } from 'react';

export interface LazyPart<P> {
  /** Fetches its script. */
  readonly load: () => Promise<unknown>;
  readonly Component: ComponentType<P>;
}

/** A component exported by name. Once its script is there it renders at once, without a moment of skeleton. */
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
    // Chosen once a mount: what is on the screen is never taken down because its script came by another way.
    const [Chosen] = useState(() => ready ?? (Later as unknown as ComponentType<P>));
    return createElement(Chosen, props);
  }
  return { load, Component };
}
