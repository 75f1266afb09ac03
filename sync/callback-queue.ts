/** Queue of callbacks, called asynchronously and in order, never within a call of their own. */
import { runEach } from '#provider-kit/guard-listener.ts';
import { later } from '#provider-kit/later.ts';

export class CallbackQueue {
  private jobs: (() => void)[] = [];
  private scheduled = false;
  private stopped = false;

  readonly enqueue = (job: () => void): void => {
    this.jobs.push(job);
    if (this.scheduled) return;
    this.scheduled = true;
    later(() => this.run());
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
