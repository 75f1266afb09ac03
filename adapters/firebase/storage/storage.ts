import type { Storage } from '#ports/storage/storage.ts';
import { PortError } from '#ports/errors.ts';
import type { FirebaseContext } from '../context.ts';

export function createStorage(_context: FirebaseContext): Storage {
  return new Proxy({} as Storage, {
    get: (_, name) => () => {
      throw new PortError('unimplemented', `${String(name)} is not there yet.`);
    },
  });
}
