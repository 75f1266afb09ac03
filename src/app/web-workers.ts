/** Workers of this browser. */
import { openWebWorkers } from '#adapters/browser/workers.ts';

export const webWorkers = () =>
  openWebWorkers(
    () => new Worker(new URL('./web-worker.ts', import.meta.url), { type: 'module', name: 'muster-reader' }),
  );
