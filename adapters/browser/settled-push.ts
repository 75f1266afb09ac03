/** Pushes that end a notification: what it asked for is settled. */
import type { PushMessage } from '#ports/messaging/messaging.ts';

/** The tag of the notifications that the message ends; undefined for one that ends none. */
export function settledTag({ data: { kind, tag, pageId } }: PushMessage): string | undefined {
  return kind === 'settled' ? (tag ?? pageId) : undefined;
}
