/** Renews a token before it expires. The SDK does so itself only once one of its other modules asked for tokens. */
import type { IdToken } from '#ports/auth/auth.ts';

/** The SDK's own renewal is due 5 minutes early; when it is at work, this one finds nothing left to do. */
const earlyMs = 5 * 60_000 - 500;
const firstRetryMs = 30_000;
const lastRetryMs = 16 * 60_000;

export class Renewal {
  private readonly renew: () => Promise<void>;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(renew: () => Promise<void>) {
    this.renew = renew;
  }

  plan(token: IdToken | null): void {
    this.stop();
    // The clock of this browser may be wrong; a token's life is not.
    if (token) this.wait(token.expiresAt - token.issuedAt - earlyMs - ageOf(token), firstRetryMs);
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private wait(ms: number, retryMs: number): void {
    const timer = setTimeout(
      () => {
        this.renew().catch(() => {
          if (this.timer === timer) this.wait(retryMs, Math.min(retryMs * 2, lastRetryMs));
        });
      },
      Math.max(0, ms),
    );
    this.timer = timer;
  }
}

const ageOf = (token: IdToken): number => Math.max(0, Date.now() - token.issuedAt);
