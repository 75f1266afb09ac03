/** The sender of web push: VAPID (RFC 8292), encrypted for each subscription (RFC 8291). */
import { createECDH, createHash } from 'node:crypto';
import type { Agent } from 'node:https';
import type { WebPush } from '#fakes/cloud/messaging/web-push.ts';
import type { PushAddress } from '#fakes/cloud/messaging/push-address.ts';
import { PushServiceBusy, webPushBy } from '#fakes/cloud/messaging/web-pushes.ts';

/** Kept: subscriptions are good for its public half alone. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface WebPushOptions {
  readonly keys: PushKeys;
  /** Address at which a push service may write about this sender: `mailto:` or `https:`. */
  readonly contact: string;
  /** Hosts of push services beside the browsers' own. */
  readonly services?: readonly string[];
  /** Default: Node's. */
  readonly agent?: Agent;
}

/**
 * Push services of Chromium, Firefox, Safari and Edge. A subscription comes from a client, and must not direct this server to any other
 * host.
 */
const knownServices: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/u,
  /^(?:[\w-]+\.)*push\.services\.mozilla\.com$/u,
  /^(?:[\w-]+\.)*push\.apple\.com$/u,
  /^(?:[\w-]+\.)*notify\.windows\.com$/u,
];

const timeoutMs = 10_000;
/** Of the push protocol (RFC 8030): the subscription is not there, or not any more. */
const goneCodes = new Set([404, 410]);
/** Of requests that may be taken later; any other 4xx is about this message, or this sender. */
const passingCodes = new Set([408, 425, 429]);
const isRefusal = (status: number) => status >= 400 && status < 500 && !passingCodes.has(status);

export function makePushKeys(): PushKeys {
  const pair = createECDH('prime256v1');
  return { publicKey: pair.generateKeys('base64url'), privateKey: pair.getPrivateKey('base64url') };
}

const longestEndpoint = 2000;

/** Lengths in bytes: a private key and an uncompressed point of P-256 (RFC 8292), the least of a shared secret (RFC 8291). */
const privateKeyLength = 32;
const publicKeyLength = 65;
const authLength = 16;

const bytesOf = (text: string) => Buffer.from(text, 'base64url');

/** Node leaves out a key's leading zero bytes, as one pair of 256 has; web-push takes whole keys only. */
function wholePrivateKey(key: string): string {
  const bytes = bytesOf(key);
  return Buffer.concat([Buffer.alloc(Math.max(0, privateKeyLength - bytes.length)), bytes]).toString(
    'base64url',
  );
}

/** Keys of a subscription that a message can be encrypted for. */
const canBeUsed = ({ p256dh, auth }: PushAddress['keys']): boolean =>
  typeof p256dh === 'string' &&
  typeof auth === 'string' &&
  bytesOf(p256dh).length === publicKeyLength &&
  bytesOf(auth).length >= authLength;

export function openWebPush(options: WebPushOptions): WebPush {
  const { contact, services = [], agent } = options;
  const keys = { ...options.keys, privateKey: wholePrivateKey(options.keys.privateKey) };
  return webPushBy({
    publicKey: keys.publicKey,
    accepts({ endpoint, keys: own }) {
      const url = endpoint.length > longestEndpoint ? null : URL.parse(endpoint);
      if (url?.protocol !== 'https:' || !canBeUsed(own)) return false;
      return services.includes(url.host) || knownServices.some((known) => known.test(url.host));
    },
    async send(address, message, { timeToLiveSeconds, urgency, topic }) {
      // Node finds no names in this package of CommonJS; types have them all the same.
      const { sendNotification, WebPushError } = (await import('web-push')).default;
      try {
        await sendNotification(address, JSON.stringify(message), {
          vapidDetails: { subject: contact, ...keys },
          TTL: timeToLiveSeconds,
          urgency,
          timeout: timeoutMs,
          // A later one takes the place of one that still waits at the push service.
          ...(topic !== null && { topic: headerOf(topic) }),
          ...(agent && { agent }),
        });
        return 'taken';
      } catch (error) {
        if (!(error instanceof WebPushError)) throw error;
        if (goneCodes.has(error.statusCode)) return 'gone';
        if (isRefusal(error.statusCode)) return 'refused';
        const seconds = Number(error.headers['retry-after']);
        throw seconds > 0 ? new PushServiceBusy(seconds * 1000) : error;
      }
    },
  });
}

/** At most 32 characters of base64url (RFC 8030, section 5.4). */
const headerOf = (topic: string): string =>
  /^[\w-]{1,32}$/u.test(topic) ? topic : createHash('sha256').update(topic).digest('base64url').slice(0, 32);
