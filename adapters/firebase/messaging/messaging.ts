import type { Messaging } from '#ports/messaging/messaging.ts';
import { PortError } from '#ports/errors.ts';
import type { FirebaseContext } from '../context.ts';

export function createMessaging(_context: FirebaseContext): Messaging {
  return new Proxy({} as Messaging, {
    get: (_, name) => () => {
      throw new PortError('unimplemented', `${String(name)} is not there yet.`);
    },
  });
}
