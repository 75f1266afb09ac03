/** Receipt of a pushed notification, by which the device's push counts as proved. */
import type { PushMessage } from '#ports/messaging/messaging.ts';

/** Where service workers post what they showed and what was answered. */
export const answerPath = '/in/answer';

/** Body of the receipt that the message was shown; null for one without a ticket, which gives the right to it. */
export function shownReceipt({ data }: PushMessage): string | null {
  const { teamId, pageId, deliveryId, ticket } = data;
  return ticket === undefined
    ? null
    : JSON.stringify({ teamId, pageId, deliveryId, ticket, answer: 'shown' });
}
