/**
 * Signature of Slack's requests (docs.slack.dev/authentication/verifying-requests-from-slack): `X-Slack-Signature` is `v0=` and HMAC-SHA256
 * in hexadecimal over `v0:TIMESTAMP:BODY`, with the signing secret's text as the key and `X-Slack-Request-Timestamp` in seconds. Slack
 * says to take no request whose timestamp is more than five minutes away.
 */
import { minute } from '../constants.ts';
import { hmacSha256Hex } from '../digest.ts';

export interface SlackSigned {
  /** `X-Slack-Request-Timestamp`; '' for none. */
  readonly timestamp: string;
  /** `X-Slack-Signature`; '' for none. */
  readonly signature: string;
  /** As it came. */
  readonly body: string;
}

const longestAge = 5 * minute;

/** Whether the headers have the form and the time of a request of Slack: asked before anything is read for it. */
export function isTimely({ timestamp, signature }: SlackSigned, now: number): boolean {
  if (!/^\d{1,12}$/u.test(timestamp) || !/^v0=[0-9a-f]{64}$/u.test(signature)) return false;
  return Math.abs(now - Number(timestamp) * 1000) <= longestAge;
}

export const slackSignature = (
  secret: string,
  { timestamp, body }: Pick<SlackSigned, 'timestamp' | 'body'>,
): string => `v0=${hmacSha256Hex(secret, `v0:${timestamp}:${body}`)}`;

/** Compares in the same time whatever differs. */
export function isSignedBySlack(secret: string, request: SlackSigned): boolean {
  const expected = slackSignature(secret, request);
  if (expected.length !== request.signature.length) return false;
  let difference = 0;
  for (let at = 0; at < expected.length; at++)
    difference |= expected.charCodeAt(at) ^ request.signature.charCodeAt(at);
  return difference === 0;
}
