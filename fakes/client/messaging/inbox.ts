/** Messages of a registration over the link, each acknowledged, and passed on once. */
import type { PushDelivery } from '#fakes/cloud/messaging/protocol.ts';
import type { DeviceInbox } from '#provider-kit/messaging/device-registration.ts';
import type { ClientContext } from '../context.ts';
import { keepOpen } from '../standing.ts';

/** Receives for one registration until closed. */
export function openInbox(context: ClientContext, id: string, inbox: DeviceInbox): () => void {
  let arrived = 0;
  return keepOpen<PushDelivery>(context, {
    room: 'messaging',
    topic: 'deliver',
    payload: () => ({ id }),
    event: ({ sequence, message }) => {
      context.link.request('messaging', 'ack', { id, sequence }).catch(() => {});
      if (sequence <= arrived) return;
      arrived = sequence;
      inbox.message(message);
    },
    refused: inbox.unknown,
  });
}
