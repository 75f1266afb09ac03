/** Clean-up of several subscriptions and timers: an end that throws is logged and skips no other. */
export function endAll(endings: readonly (() => void)[]): void {
  for (const end of endings)
    try {
      end();
    } catch (error) {
      console.error(error);
    }
}
