/**
 * Tickets: each pushed page carries one, by which the device's service worker answers it with no page of Muster open and nobody
 * signed in there. Derived from the delivery, so nothing is stored of them. A push is encrypted for its browser.
 */
import * as v from 'valibot';
import { hmacSha256Hex, sha256Hex } from '#domain/digest.ts';
import type { Delivery } from '#domain/page/schema.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { getReadable } from '../kernel/readable.ts';
import { transact } from '../kernel/unit-of-work.ts';

export const secretSchema = v.object({ key: v.string() });
const path = serverPaths.secret('notifications');

type Ticketed = Pick<Delivery, 'teamId' | 'pageId' | 'id'>;

/** Tickets of any number of deliveries, each of 64 hexadecimal digits. */
export async function ticketsOf(server: ServerPorts): Promise<(delivery: Ticketed) => string> {
  const kept = await getReadable(server, secretSchema, path);
  const key = kept?.key ?? (await makeKey(server));
  return (delivery) => derive(key, delivery);
}

export async function isTicketOf(server: ServerPorts, delivery: Ticketed, given: string): Promise<boolean> {
  // Digests, so that the time of the comparison tells nothing.
  return sha256Hex(given) === sha256Hex((await ticketsOf(server))(delivery));
}

/** Creates the signing key; of two created at the same time, one is stored. */
const makeKey = (server: ServerPorts): Promise<string> =>
  transact(server, async (work) => {
    const before = await work.getReadable(secretSchema, path);
    if (before !== null) return before.key;
    const key = work.newSecret();
    work.save(path, { key });
    return key;
  });

const derive = (key: string, { teamId, pageId, id }: Ticketed): string =>
  hmacSha256Hex(key, JSON.stringify([teamId, pageId, id]));
