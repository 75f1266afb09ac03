/** A value that the SDK tells from time to time, and whoever watches it. */
import { CurrentValue } from '#provider-kit/current-value.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { FirebaseContext } from '../context.ts';

export class Current<T> {
  value: T;
  private readonly watchers: CurrentValue<T>;

  constructor(context: FirebaseContext, value: T) {
    this.value = value;
    this.watchers = new CurrentValue(
      context,
      () => Promise.resolve(),
      () => this.value,
    );
    context.onDispose(() => this.watchers.dispose());
  }

  set(value: T): void {
    if (this.value === value) return;
    this.value = value;
    this.watchers.tell(value);
  }

  /** Told what it is now, then of each change. */
  watch(next: (value: T) => void): Unsubscribe {
    return this.watchers.add(next);
  }
}
