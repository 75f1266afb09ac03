/**
 * Pushes over the connection of a browser: `messaging.key`, `messaging.register` of `{ id, address }`, answered by `{ id }`,
 * `messaging.unregister` of `{ id }`, the stream `messaging.inbox` of `{ id }`, and `messaging.taken` of `{ id, message }`.
 */
import { PortError } from '#ports/errors.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import type { Peer, WireService } from '../wire/peer.ts';
import type { PostgresPush } from './postgres-push.ts';
import { pushAddressOf } from './push-services.ts';

/** New registrations of one connection. */
const mostOfPeer = 50;

export function pushService(push: PostgresPush): WireService {
  const made = new WeakMap<Peer, number>();
  return {
    calls: {
      'messaging.key': () => push.publicKey,
      async 'messaging.register'(payload, peer) {
        const { id, address } = fieldsOf(payload);
        const count = (made.get(peer) ?? 0) + 1;
        if (count > mostOfPeer)
          throw new PortError('resource-exhausted', 'This browser has registered too often.');
        made.set(peer, count);
        const known = typeof id === 'string' ? id : null;
        const subscription = address == null ? null : pushAddressOf(address, push.services);
        const owner = peer.caller()?.uid ?? null;
        return { id: await push.registrations.register(known, subscription, owner) };
      },
      'messaging.unregister': (payload) => push.registrations.unregister(String(fieldsOf(payload)['id'])),
      'messaging.taken'(payload) {
        const { id, message } = fieldsOf(payload);
        return push.inboxes.taken(id, message);
      },
    },
    streams: {
      'messaging.inbox': (payload, _peer, observer) => push.inboxes.open(fieldsOf(payload)['id'], observer),
    },
  };
}

const fieldsOf = (payload: unknown): Readonly<Record<string, unknown>> =>
  isPlainObject(payload) ? payload : {};
