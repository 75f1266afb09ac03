import type { Docs } from '#ports/docs/docs.ts';
import { PortError } from '#ports/errors.ts';
import type { FirebaseContext } from '../context.ts';

export function createDocs(_context: FirebaseContext): Docs {
  return new Proxy({} as Docs, {
    get: (_, name) => () => {
      throw new PortError('unimplemented', `${String(name)} is not there yet.`);
    },
  });
}
