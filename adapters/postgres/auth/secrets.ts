/** Secrets: made by the machine's generator, stored as digests or encrypted. */
import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits that can't be guessed: 6 bits each, nearly. */
export const newSecret = (length: number): string =>
  Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('');

/** SHA-256, for secrets that are long and random: no salt, no rounds. */
export const secretDigest = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');

export const newAuthKey = (): string => randomBytes(32).toString('base64url');

/** Encrypts by AES-256-GCM. `key`: as `newAuthKey` makes it. */
export function sealed(text: string, key: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), iv);
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [iv, cipher.getAuthTag(), content].map((part) => part.toString('base64url')).join('.');
}

/** @throws Error for a text that was not sealed with this key */
export function unsealed(text: string, key: string): string {
  const [iv = Buffer.of(), tag = Buffer.of(), content = Buffer.of()] = text
    .split('.')
    .map((part) => Buffer.from(part, 'base64url'));
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), iv, { authTagLength: 16 });
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
}
