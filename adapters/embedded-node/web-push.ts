/** The sender of web push: VAPID (RFC 8292), encrypted for each subscription (RFC 8291). */
import { createECDH } from 'node:crypto';
import type { Agent } from 'node:https';
import type { WebPushSender } from '#fakes/cloud/messaging/web-push.ts';

/** Kept: subscriptions are good for its public half alone. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface WebPushOptions {
  readonly keys: PushKeys;
  /** Whom a push service may write to about this sender: `mailto:` or `https:`. */
  readonly contact: string;
  /** Hosts of push services beside the browsers' own. */
  readonly services?: readonly string[];
  /** Default: Node's. */
  readonly agent?: Agent;
}

/** Those of Chromium, Firefox, Safari and Edge: a subscription comes from a client, and must not lead this server anywhere else. */
const knownServices: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/u,
  /^(?:[\w-]+\.)*push\.services\.mozilla\.com$/u,
  /^(?:[\w-]+\.)*push\.apple\.com$/u,
  /^(?:[\w-]+\.)*notify\.windows\.com$/u,
];

const timeoutMs = 10_000;
/** Of the push protocol (RFC 8030): the subscription is not there, or not any more. */
const goneCodes = new Set([404, 410]);

export function makePushKeys(): PushKeys {
  const pair = createECDH('prime256v1');
  return { publicKey: pair.generateKeys('base64url'), privateKey: pair.getPrivateKey('base64url') };
}

const longestEndpoint = 2000;

export function openWebPush(options: WebPushOptions): WebPushSender {
  const { keys, contact, services = [], agent } = options;
  return {
    publicKey: keys.publicKey,
    accepts({ endpoint, keys: own }) {
      const url = endpoint.length > longestEndpoint ? null : URL.parse(endpoint);
      if (url?.protocol !== 'https:' || typeof own.p256dh !== 'string' || typeof own.auth !== 'string')
        return false;
      return services.includes(url.host) || knownServices.some((known) => known.test(url.host));
    },
    async send(address, message, { timeToLiveSeconds, urgency }) {
      const { sendNotification, WebPushError } = await import('web-push');
      const tag = message.notification?.tag;
      try {
        await sendNotification(address, JSON.stringify(message), {
          vapidDetails: { subject: contact, ...keys },
          TTL: timeToLiveSeconds,
          urgency,
          timeout: timeoutMs,
          // A later one takes the place of one that still waits at the push service.
          ...(tag !== undefined && /^[\w-]{1,32}$/u.test(tag) && { topic: tag }),
          ...(agent && { agent }),
        });
        return 'taken';
      } catch (error) {
        if (error instanceof WebPushError && goneCodes.has(error.statusCode)) return 'gone';
        throw error;
      }
    },
  };
}
