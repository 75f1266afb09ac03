/** Listeners by topic. */
import type { Unsubscribe } from '#ports/shared.ts';

export class Topics<T = void> {
  private readonly listeners = new Map<string, Set<(value: T) => void>>();

  add(topic: string, next: (value: T) => void): Unsubscribe {
    const own = (value: T) => next(value);
    const all = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, all.add(own));
    return () => {
      all.delete(own);
      if (all.size === 0 && this.listeners.get(topic) === all) this.listeners.delete(topic);
    };
  }

  tell(topic: string, value: T): void {
    const all = this.listeners.get(topic);
    for (const next of [...(all ?? [])]) if (all?.has(next)) next(value);
  }
}
