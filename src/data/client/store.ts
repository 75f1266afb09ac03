import { useSyncExternalStore } from 'react';

/** A value with listeners, for what exists outside of React. */
export interface Store<T> {
  current(): T;
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    current: () => value,
    set(next) {
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useStore = <T>({ subscribe, current }: Pick<Store<T>, 'subscribe' | 'current'>): T =>
  useSyncExternalStore(subscribe, current);
