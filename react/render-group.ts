import { startTransition } from 'react';

/** Longest wait of a value for those that are still awaited, in milliseconds. */
const longestWait = 100;

/** Renders as one transition what has come once nothing is awaited any more: a list whose rows' details come later would move. */
export class RenderGroup {
  private readonly isAwaited: () => boolean;
  private waiting: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isChecking = false;

  /** `isAwaited`: whether a value is still to come. */
  constructor(isAwaited: () => boolean) {
    this.isAwaited = isAwaited;
  }

  add(render: () => void): void {
    this.waiting.push(render);
    this.timer ??= setTimeout(() => this.flush(), longestWait);
    if (this.isChecking) return;
    this.isChecking = true;
    // After the other values of this moment.
    queueMicrotask(() => {
      this.isChecking = false;
      if (!this.isAwaited()) this.flush();
    });
  }

  private flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const renders = this.waiting;
    this.waiting = [];
    startTransition(() => {
      for (const render of renders) render();
    });
  }
}
