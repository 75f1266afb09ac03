import type { PortError } from '#ports/errors.ts';

/** Things under way that may have to end before they are done. */
export class Interruptible {
  private readonly rejects = new Set<(error: PortError) => void>();

  /** As `run` ends, or rejects when it is interrupted first. */
  async run<T>(run: () => Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    this.rejects.add(reject);
    try {
      return await Promise.race([run(), promise]);
    } finally {
      this.rejects.delete(reject);
    }
  }

  interrupt(error: PortError): void {
    for (const reject of this.rejects) reject(error);
    this.rejects.clear();
  }
}
