/**
 * Signature of a webhook, by the Standard Webhooks specification (github.com/standard-webhooks/standard-webhooks): base64 of HMAC-SHA256
 * over `ID.TIMESTAMP.BODY` under the bytes of the secret.
 */
import { hmacSha256 } from '../digest.ts';

export interface SignedRequest {
  /** The event's id, the same in each attempt. */
  readonly id: string;
  readonly body: string;
  /** Time of the attempt, epoch milliseconds. */
  readonly now: number;
}

/** @throws TypeError for a secret without `whsec_` and base64 */
export function signatureHeaders(
  secret: string,
  { id, body, now }: SignedRequest,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = toBase64(
    hmacSha256(fromBase64(secret.replace(/^whsec_/u, '')), `${id}.${timestamp}.${body}`),
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two = 0, three = 0] = bytes.subarray(at, at + 3);
    const bits = (one << 16) | (two << 8) | three;
    for (const shift of [18, 12, 6, 0]) text += digits.charAt((bits >> shift) & 63);
  }
  const padding = (3 - (bytes.length % 3)) % 3;
  return text.slice(0, text.length - padding) + '='.repeat(padding);
}

function fromBase64(text: string): Uint8Array {
  const bytes: number[] = [];
  let [bits, count] = [0, 0];
  for (const digit of text.replace(/=+$/u, '')) {
    const value = digits.indexOf(digit);
    if (value < 0) throw new TypeError('The secret is not in base64.');
    bits = ((bits << 6) | value) & 0xff_ff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 255);
  }
  return Uint8Array.from(bytes);
}
