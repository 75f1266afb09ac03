/** Lazy components with preloading, each known from the moment its module is evaluated. */
import { type ComponentType, createElement, lazy, useState } from 'react';

export interface LazyPart<P> {
  /** Fetches its script, once. A fetch that failed is tried again by the next call. */
  readonly load: () => Promise<unknown>;
  readonly Component: ComponentType<P>;
}

const loaders: (() => Promise<unknown>)[] = [];

/** Scripts that are fetched at once: beginning many requests in one task blocks the page, and their scripts run in one. */
const atOnce = 2;

/** Fetches the scripts of all lazy parts, and of those that are in these scripts. */
export async function loadLazyParts(): Promise<void> {
  let begun = 0;
  const takeTurns = async () => {
    for (let load = loaders[begun++]; load !== undefined; load = loaders[begun++]) await load();
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
}

/** Properties of a component. */
type PropsOf<C> = C extends ComponentType<infer P extends object> ? P : never;

/** `React.lazy` for a named export. Unlike `lazy`, a preloaded component renders without suspending. */
export function lazyPart<M extends object, K extends keyof M & string>(
  fetch: () => Promise<M>,
  name: K,
): LazyPart<PropsOf<M[K]>> {
  type Part = ComponentType<PropsOf<M[K]>>;
  let ready: Part | null = null;
  const load = async (): Promise<Part> => (ready ??= (await fetch())[name] as Part);
  loaders.push(load);
  const Later = lazy(async () => ({ default: await load() })) as unknown as Part;
  function Component(props: PropsOf<M[K]>) {
    // Chosen once a mount, so that preloading never remounts it.
    const [Chosen] = useState((): Part => ready ?? Later);
    return createElement(Chosen, props);
  }
  return { load, Component };
}
