/** Queue of callbacks, called asynchronously and in order, never within a call of their own. */
import { guardListener, runEach } from '#ports/guard-listener.ts';

export class Deliveries {
  private jobs: (() => void)[] = [];
  private scheduled = false;
  private stopped = false;

  readonly later = (job: () => void): void => {
    this.jobs.push(job);
    if (this.scheduled) return;
    this.scheduled = true;
    queueMicrotask(guardListener(() => this.run()));
  };

  stop(): void {
    this.stopped = true;
    this.jobs = [];
  }

  private run(): void {
    this.scheduled = false;
    const { jobs } = this;
    this.jobs = [];
    runEach(jobs, (job) => {
      if (!this.stopped) job();
    });
  }
}
