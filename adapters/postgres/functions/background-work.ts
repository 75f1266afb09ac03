/** Work that no answer waits for. */
import type { ServerBackground } from '#ports/server/server.ts';
import type { Clock } from '#provider-kit/clock.ts';

export class BackgroundWork implements ServerBackground {
  private readonly clock: Clock;
  private readonly reportFrom: (error: unknown, from: string) => void;
  private readonly underWay = new Set<Promise<void>>();

  constructor(clock: Clock, report: (error: unknown, from: string) => void) {
    this.clock = clock;
    this.reportFrom = report;
  }

  run(work: () => Promise<void>): void {
    const running = this.carryOut(work).finally(() => this.underWay.delete(running));
    this.underWay.add(running);
  }

  report(error: unknown): void {
    this.reportFrom(error, 'background');
  }

  /** Works under way. */
  count(): number {
    return this.underWay.size;
  }

  /** Resolves once nothing is under way, or after so long. */
  async idle(waitMs: number): Promise<void> {
    if (this.underWay.size === 0) return;
    const late = Promise.withResolvers<void>();
    const cancel = this.clock.setTimer(() => late.resolve(), waitMs);
    await Promise.race([Promise.all(this.underWay), late.promise]);
    cancel();
  }

  private async carryOut(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.report(error);
    }
  }
}
