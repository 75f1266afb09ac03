/** Renews a token before it expires. The SDK does so itself only once one of its other modules asked for tokens. */
import type { IdToken } from '#ports/auth/auth.ts';

/** The SDK's own renewal is due 5 minutes early; when it is at work, this one finds nothing left to do. */
const earlyMs = 5 * 60_000 - 500;
/** `issuedAt` is in whole seconds, and an answer takes its time: with a clock that is right, a token seems to arrive a little late. */
const roundingMs = 2_000;
const firstRetryMs = 30_000;
const lastRetryMs = 16 * 60_000;

export class Renewal {
  private readonly renew: () => Promise<void>;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private renewing = false;

  constructor(renew: () => Promise<void>) {
    this.renew = renew;
  }

  /**
   * Plans the renewal of a token that arrived now, or of a stored one. Its lifetime is counted from its arrival: this browser's clock
   * may differ from the server's, which set `issuedAt` and `expiresAt`. `endsAt` is the end by this browser's clock, as it was noted
   * when the token arrived; `null` when nothing was noted.
   */
  plan(token: IdToken | null, endsAt: number | null = null): void {
    this.stop();
    if (!token) return;
    const lifetimeMs = Math.max(0, token.expiresAt - token.issuedAt);
    const countedMs = endsAt === null ? lifetimeMs : Math.min(endsAt - Date.now(), lifetimeMs);
    const byClockMs = token.expiresAt - Date.now();
    const isRounding = byClockMs < countedMs && countedMs - byClockMs <= roundingMs;
    const leftMs = isRounding ? byClockMs : countedMs;
    const dueMs = leftMs - Math.min(earlyMs, lifetimeMs / 2);
    // A renewal does not follow a renewal at once, whatever the token and the clock say.
    this.wait(this.renewing ? Math.max(dueMs, firstRetryMs) : dueMs, firstRetryMs);
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private wait(ms: number, retryMs: number): void {
    const timer = setTimeout(
      () => {
        this.renewing = true;
        this.renew()
          .catch(() => {
            if (this.timer === timer) this.wait(retryMs, Math.min(retryMs * 2, lastRetryMs));
          })
          .finally(() => {
            this.renewing = false;
          });
      },
      Math.max(0, ms),
    );
    this.timer = timer;
  }
}
