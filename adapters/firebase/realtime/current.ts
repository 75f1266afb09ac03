/** A value that changes, and whoever watches it: told what it is now, then of each change; always later, never after the end. */
import type { Unsubscribe } from '#ports/shared.ts';
import type { FirebaseContext } from '../context.ts';
import { later } from '../later.ts';

interface Watcher<T> {
  readonly next: (value: T) => void;
  readonly release: () => void;
  started: boolean;
}

export class Current<T> {
  value: T;
  private readonly context: FirebaseContext;
  private readonly watchers = new Set<Watcher<T>>();

  constructor(context: FirebaseContext, value: T) {
    this.context = context;
    this.value = value;
    context.onDispose(() => {
      for (const watcher of [...this.watchers]) this.end(watcher);
    });
  }

  set(value: T): void {
    if (this.value === value) return;
    this.value = value;
    for (const watcher of this.watchers) if (watcher.started) this.tell(watcher, () => value);
  }

  watch(next: (value: T) => void): Unsubscribe {
    if (this.context.isDisposed()) return () => {};
    const watcher = { next, release: this.context.trackSubscription(), started: false };
    this.watchers.add(watcher);
    this.tell(watcher, () => {
      watcher.started = true;
      return this.value;
    });
    return () => this.end(watcher);
  }

  private tell(watcher: Watcher<T>, value: () => T): void {
    later(() => {
      if (this.watchers.has(watcher)) watcher.next(value());
    });
  }

  private end(watcher: Watcher<T>): void {
    if (this.watchers.delete(watcher)) watcher.release();
  }
}
