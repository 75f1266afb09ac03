/** Longest task, unless one piece of work is longer: in milliseconds. */
const sliceMs = 5;

/** Work in later tasks, in order, each ended after 5 ms: between them the page can paint and take a press. A failure is reported. */
export class SlicedQueue {
  private readonly waiting: (() => void)[] = [];
  private isBegun = false;

  add(work: () => void): void {
    this.waiting.push(work);
    if (this.isBegun) return;
    this.isBegun = true;
    this.next();
  }

  private next(): void {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      this.run();
    });
    port1.start();
    port2.postMessage(null);
  }

  private run(): void {
    const end = performance.now() + sliceMs;
    try {
      do this.waiting.shift()?.();
      while (this.waiting.length > 0 && performance.now() < end);
    } finally {
      // Also after a failure: what waits depends on nothing before it.
      this.isBegun = this.waiting.length > 0;
      if (this.isBegun) this.next();
    }
  }
}
