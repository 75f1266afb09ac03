/** Subscriptions that messages may be sent to. They come from browsers, and must not direct this server to any other host. */
import { lookup, type LookupAddress } from 'node:dns';
import { Agent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { PortError } from '#ports/errors.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { isPublicAddress } from '#provider-kit/http/public-address.ts';

export interface PushSubscriptionAddress {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Push services of Chromium, Firefox, Safari and Edge. */
const knownServices: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/u,
  /^(?:[\w-]+\.)*push\.services\.mozilla\.com$/u,
  /^(?:[\w-]+\.)*push\.apple\.com$/u,
  /^(?:[\w-]+\.)*notify\.windows\.com$/u,
];
const longestEndpoint = 2000;
/** Bytes of an uncompressed point of P-256, and the least and most of a shared secret (RFC 8291). */
const publicKeyLength = 65;
const [leastAuth, mostAuth] = [16, 64];
const base64Url = /^[A-Za-z0-9_-]+={0,2}$/u;

const lengthOf = (text: string) => (base64Url.test(text) ? Buffer.from(text, 'base64url').length : 0);

/**
 * A subscription as a browser gives it. `services`: hosts of push services beside the browsers' own, with their ports.
 * @throws PortError invalid-argument
 */
export function pushAddressOf(value: unknown, services: readonly string[]): PushSubscriptionAddress {
  const { endpoint, keys } = isPlainObject(value) ? value : { endpoint: null, keys: null };
  const { p256dh, auth } = isPlainObject(keys) ? keys : { p256dh: null, auth: null };
  const url = typeof endpoint === 'string' && endpoint.length <= longestEndpoint ? URL.parse(endpoint) : null;
  const isService =
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    (services.includes(url.host) || knownServices.some((known) => known.test(url.host)));
  if (!url || !isService || typeof p256dh !== 'string' || typeof auth !== 'string') throw unusable();
  const authLength = lengthOf(auth.slice(0, 200));
  if (lengthOf(p256dh.slice(0, 200)) !== publicKeyLength || authLength < leastAuth || authLength > mostAuth)
    throw unusable();
  return { endpoint: url.href, keys: { p256dh, auth } };
}

const unusable = () => new PortError('invalid-argument', 'Messages can’t be sent to this push service.');

/** Connections to the browsers' services: none to a private network, whatever their names stand for. */
export const publicAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 50, lookup: publicLookup });

const publicLookup: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, addresses: readonly LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error) return done(error, '', 0);
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(new Error('The push service leads into a private network.'), '', 0);
    if (options.all) return done(null, [...addresses]);
    return done(null, first.address, first.family);
  });
};
