/** Background work of backend code: it starts at once, and the answer does not wait for it. */
import type { ServerBackground } from '#ports/server/server.ts';
import type { CloudOptions } from '../cloud-options.ts';

export function backgroundOf(onFailure: CloudOptions['onFailure']): ServerBackground {
  const report = (error: unknown) => onFailure?.({ kind: 'background', name: 'work', error });
  const run = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      report(error);
    }
  };
  return { run: (work) => void run(work), report };
}
