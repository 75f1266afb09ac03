import type { Realtime } from '#ports/realtime/realtime.ts';
import { PortError } from '#ports/errors.ts';
import type { FirebaseContext } from '../context.ts';

export function createRealtime(_context: FirebaseContext): Realtime {
  return new Proxy({} as Realtime, {
    get: (_, name) => () => {
      throw new PortError('unimplemented', `${String(name)} is not there yet.`);
    },
  });
}
