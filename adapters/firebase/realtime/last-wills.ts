/** Disconnect writes. The SDK drops those that the server had not confirmed when a connection is lost. */
import { realtimeError } from './errors.ts';

export class LastWills {
  private readonly unconfirmed = new Set<() => void>();

  /** Resolves once the server holds it, in whichever connection. */
  leave(say: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const attempt = () => {
        say()
          .then(resolve, (error: unknown) => reject(realtimeError(error)))
          .finally(() => this.unconfirmed.delete(attempt));
      };
      this.unconfirmed.add(attempt);
      attempt();
    });
  }

  /** The connection is gone: said again, it waits for the next one. */
  lost(): void {
    for (const attempt of [...this.unconfirmed]) attempt();
  }
}
