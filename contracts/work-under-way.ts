/** Requests under way, counted, so that a stage waits for their end without polling. */
import { settle } from '#provider-kit/movable-clock.ts';

export class WorkUnderWay {
  private count = 0;
  private readonly waiting: (() => void)[] = [];

  isBusy(): boolean {
    return this.count > 0;
  }

  /** Counts `run` while it is under way. */
  async during<T>(run: () => T | Promise<T>): Promise<T> {
    this.count++;
    try {
      return await run();
    } finally {
      this.count--;
      if (this.count === 0) for (const resolve of this.waiting.splice(0)) resolve();
    }
  }

  /** Resolves once no request is under way, and nothing is left to do without time. */
  async rest(): Promise<void> {
    for (await settle(); this.count > 0; await settle())
      await new Promise<void>((resolve) => void this.waiting.push(resolve));
  }
}
