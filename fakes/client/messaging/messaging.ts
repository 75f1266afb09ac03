/** Placeholder until the messaging client lands. */
import type { Messaging } from '#ports/messaging/messaging.ts';
import type { ClientContext } from '../context.ts';

export function createMessaging(context: ClientContext): Messaging {
  void context;
  return {} as Messaging;
}
