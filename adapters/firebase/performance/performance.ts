import type { Performance } from '#ports/performance/performance.ts';
import { PortError } from '#ports/errors.ts';
import type { FirebaseContext } from '../context.ts';

export function createPerformance(_context: FirebaseContext): Performance {
  return new Proxy({} as Performance, {
    get: (_, name) => () => {
      throw new PortError('unimplemented', `${String(name)} is not there yet.`);
    },
  });
}
