/** Work by key: of one key once at a time, and of all keys so many at once; the rest waits in order. */
export class KeyedPool {
  private readonly most: number;
  private readonly keys = new Set<string>();
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(most: number) {
    this.most = most;
  }

  /** Resolves when the work has ended, or at once where work of the key waits or runs. @throws whatever the work throws */
  async run(key: string, work: () => Promise<void>): Promise<void> {
    if (this.keys.has(key)) return;
    this.keys.add(key);
    try {
      if (this.running < this.most) this.running++;
      else await new Promise<void>((resolve) => this.waiting.push(resolve));
      try {
        await work();
      } finally {
        const next = this.waiting.shift();
        if (next) next();
        else this.running--;
      }
    } finally {
      this.keys.delete(key);
    }
  }
}
