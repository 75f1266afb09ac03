/** Modules that load when they are first needed, so that nobody downloads an SDK that is not used. */
import { PortError } from '#ports/errors.ts';

/**
 * Loads on the first call, once; every later call has the same value. A load that failed (offline, a new version deployed
 * meanwhile) rejects with `unavailable`, and the next call tries again.
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = null;
      if (error instanceof PortError) throw error;
      throw new PortError('unavailable', 'A part of the application could not be loaded. Try again.', {
        cause: error,
      });
    }));
}
