/** The sender's keys for push services (VAPID, RFC 8292), made once for a database. */
import { createECDH } from 'node:crypto';
import type { SqlDatabase } from '../database.ts';

/** In base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const privateKeyLength = 32;

export async function vapidKeysOf(database: SqlDatabase): Promise<VapidKeys> {
  const known = () =>
    database.rows<{ public_key: string; private_key: string }>(
      'SELECT public_key, private_key FROM push_keys',
    );
  let [keys] = await known();
  if (!keys) {
    const { publicKey, privateKey } = makeVapidKeys();
    // Of several processes that start at once one makes them.
    await database.rows(
      'INSERT INTO push_keys (public_key, private_key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [publicKey, privateKey],
    );
    [keys] = await known();
  }
  return { publicKey: keys?.public_key ?? '', privateKey: keys?.private_key ?? '' };
}

function makeVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // Node leaves out leading zero bytes, as one key of 256 has; web-push takes whole keys only.
  const bytes = pair.getPrivateKey();
  const whole = Buffer.concat([Buffer.alloc(privateKeyLength - bytes.length), bytes]);
  return { publicKey, privateKey: whole.toString('base64url') };
}
