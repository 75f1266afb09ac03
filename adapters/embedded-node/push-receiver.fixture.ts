/** A browser's half of an encrypted push subscription (RFC 8291). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushAddress } from '#fakes/cloud/messaging/push-address.ts';

export class PushReceiver {
  private readonly own = createECDH('prime256v1');
  private readonly auth = randomBytes(16);
  readonly keys: PushAddress['keys'] = {
    p256dh: this.own.generateKeys('base64url'),
    auth: this.auth.toString('base64url'),
  };

  /** @throws Error for what was not encrypted for this one */
  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + (body[20] ?? 0));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.own.getPublicKey(), sender]);
    const derived = (
      input: NodeJS.ArrayBufferView,
      extract: Buffer,
      about: Buffer | string,
      length: number,
    ) => Buffer.from(hkdfSync('sha256', input as Buffer, extract, about, length));
    const input = derived(this.own.computeSecret(sender), this.auth, info, 32);
    const content = derived(input, salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = derived(input, salt, 'Content-Encoding: nonce\0', 12);
    const sealed = body.subarray(21 + sender.length);
    const decipher = createDecipheriv('aes-128-gcm', content, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}
