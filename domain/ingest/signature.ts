/**
 * Grafana's signature of a message: HMAC-SHA256 in hexadecimal digits, of the body, or of `TIME:BODY` where Grafana is set up to send
 * the time in a header. A signed `TIME:BODY` is no JSON, so it can't pass for a body without a time.
 */
import { constants, minute } from '../constants.ts';
import { hmacSha256Hex } from '../digest.ts';

/** Headers of a signed message; null for a missing one. */
export interface SignedMessage {
  readonly body: string;
  readonly signature: string | null;
  /** Seconds since 1970. */
  readonly timestamp: string | null;
}

/** The sentence for a message that its sender has not signed with the secret, or not now; null for a good one. */
export function signatureFault(secret: string, message: SignedMessage, now: number): string | null {
  const { body, signature, timestamp } = message;
  if (signature === null || signature === '')
    return 'This message is not signed. Set the HMAC secret of this integration in Grafana, with the header X-Grafana-Alerting-Signature.';
  const signed = timestamp === null ? body : `${timestamp}:${body}`;
  if (!isSame(hmacSha256Hex(secret, signed), signature.trim().toLowerCase()))
    return 'The signature does not fit the message. Check that Grafana has the HMAC secret of this integration.';
  if (timestamp === null) return null;
  const sentAt = /^\d{1,12}$/u.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN;
  return Math.abs(now - sentAt) <= constants.signatureMinutes * minute
    ? null
    : `This message was signed more than ${constants.signatureMinutes} minutes ago, or ahead of time. Check Grafana’s clock.`;
}

/** Comparison in constant time. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index += 1)
    difference |= one.charCodeAt(index) ^ (other.charCodeAt(index) || 0);
  return difference === 0;
}
