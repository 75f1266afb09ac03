import type { PortError } from '#ports/errors.ts';

/** Promises of work under way, which an interruption rejects. */
export class Interruptible {
  private readonly rejects = new Set<(error: PortError) => void>();

  /** Settles as `run` does, or rejects when it is interrupted first. */
  run<T>(run: () => Promise<T>): Promise<T> {
    return this.promise<T>((resolve, reject) => void run().then(resolve, reject));
  }

  /** Promise of work that settles through callbacks, rejected when it is interrupted first. */
  promise<T>(start: (resolve: (value: T) => void, reject: (error: unknown) => void) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.rejects.add(reject);
      start(
        (value) => {
          this.rejects.delete(reject);
          resolve(value);
        },
        (error) => {
          this.rejects.delete(reject);
          reject(error);
        },
      );
    });
  }

  interrupt(error: PortError): void {
    for (const reject of this.rejects) reject(error);
    this.rejects.clear();
  }
}
