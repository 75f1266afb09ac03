/** Time, injected: no provider reads the machine's clock or sets a timer except through one of these. */
export interface Clock {
  /** Epoch milliseconds, whole ones; never goes back. */
  now(): number;
  /**
   * Runs `run` once after `delayMs`, never earlier; timers due at one moment run in the order they were set. Returns a cancel
   * function.
   */
  setTimer(run: () => void, delayMs: number): () => void;
}
