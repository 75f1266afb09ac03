import type { Auth } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import type { FirebaseContext } from '../context.ts';

export function createAuth(_context: FirebaseContext): Auth {
  return new Proxy({} as Auth, {
    get: (_, name) => () => {
      throw new PortError('unimplemented', `${String(name)} is not there yet.`);
    },
  });
}
