import type { Functions } from '#ports/functions/functions.ts';
import { PortError } from '#ports/errors.ts';
import type { FirebaseContext } from '../context.ts';

export function createFunctions(_context: FirebaseContext): Functions {
  return new Proxy({} as Functions, {
    get: (_, name) => () => {
      throw new PortError('unimplemented', `${String(name)} is not there yet.`);
    },
  });
}
