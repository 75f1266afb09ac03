/** Messages as they arrive: to the page when it is visible, else as notifications. */
import type { PushDelivery } from '#fakes/cloud/messaging/protocol.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import type { ClientContext } from '../context.ts';
import { keepOpen } from '../standing.ts';

export interface InboxParts {
  readonly foreground: (message: PushMessage) => void;
  readonly background: (message: PushMessage) => void;
  /** The server does not know the registration (any more). */
  readonly unknown: () => void;
}

/** Receives for one registration until closed. */
export function openInbox(context: ClientContext, id: string, parts: InboxParts): () => void {
  const { browser, link } = context;
  let arrived = 0;
  let open = true;
  /** Messages are handled one after another: a slow notification must not change their order. */
  let handling: Promise<void> = Promise.resolve();

  const handle = async (message: PushMessage) => {
    if (!open) return;
    if (browser.visible()) return parts.foreground(message);
    if (message.notification)
      await browser.showNotification(message).catch((error: unknown) => console.error(error));
    if (open) parts.background(message);
  };

  const close = keepOpen<PushDelivery>(context, {
    room: 'messaging',
    topic: 'deliver',
    payload: () => ({ id }),
    event: ({ sequence, message }) => {
      link.request('messaging', 'ack', { id, sequence }).catch(() => {});
      if (sequence <= arrived) return;
      arrived = sequence;
      handling = handling.then(() => handle(message));
    },
    refused: parts.unknown,
  });
  return () => {
    open = false;
    close();
  };
}
