import { createHash } from 'node:crypto';
import type { PushMessage } from '#ports/messaging/messaging.ts';

/**
 * Topic of a message, as at most 32 characters of base64url: a later message of the same topic takes its place (the end of a page, say). `null`
 * for a message of its own.
 */
export function pushTopicOf({ notification, data }: PushMessage): string | null {
  const topic = notification?.tag ?? data['tag'] ?? data['pageId'];
  if (topic === undefined) return null;
  if (/^[\w-]{1,32}$/u.test(topic)) return topic;
  return createHash('sha256').update(topic).digest('base64url').slice(0, 32);
}
