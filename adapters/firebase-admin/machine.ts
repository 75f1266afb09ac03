/** Time and chance, as the machine has them. */
import { randomBytes } from 'node:crypto';
import type { ServerClock, ServerRandom } from '#ports/server/server.ts';

export const createServerClock = (): ServerClock => ({ now: () => Date.now() });

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Bytes from here on would make the first letters more likely than the others. */
const fair = 256 - (256 % letters.length);

/** Letters and digits, each as likely as the others. */
function word(length: number): string {
  let made = '';
  while (made.length < length)
    for (const byte of randomBytes(length))
      if (byte < fair && made.length < length) made += letters[byte % letters.length];
  return made;
}

export const newServerId = (): string => word(20);

export const createServerRandom = (): ServerRandom => ({
  id: newServerId,
  // 32 of 62 different ones: 190 bits.
  secret: () => word(32),
});
