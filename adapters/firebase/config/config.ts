import type { Config } from '#ports/config/config.ts';
import { PortError } from '#ports/errors.ts';
import type { FirebaseContext } from '../context.ts';

export function createConfig(_context: FirebaseContext): Config {
  return new Proxy({} as Config, {
    get: (_, name) => () => {
      throw new PortError('unimplemented', `${String(name)} is not there yet.`);
    },
  });
}
