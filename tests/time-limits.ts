/** Time limits of tests. Against hanging, not against slowness: a loaded machine takes its time. */

/**
 * A wait for another process, a connection or a timer. The default of `expect.poll`; `vi.waitFor` and `vi.waitUntil`, whose own limit is 1 s, are given
 * it.
 */
export const waiting = { timeout: 180_000, interval: 50 };

/** A test or hook, ms. */
export const testLimitMs = 480_000;
