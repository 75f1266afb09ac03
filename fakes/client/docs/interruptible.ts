import type { PortError } from '#ports/errors.ts';

/** Things under way that may have to end before they are done. */
export class Interruptible {
  private readonly rejects = new Set<(error: PortError) => void>();

  /** As `run` ends, or rejects when it is interrupted first. */
  run<T>(run: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.rejects.add(reject);
      const over = () => this.rejects.delete(reject);
      run().finally(over).then(resolve, reject);
    });
  }

  interrupt(error: PortError): void {
    for (const reject of this.rejects) reject(error);
    this.rejects.clear();
  }
}
