/**
 * Recognises the sender of a pasted message. Also takes a recorded exchange (`{request, body}`) and looks at its body.
 * Says nothing about whether the message is valid: the sender's own parser does.
 */
import { limits } from '../constants.ts';
import type { SenderKind } from '../integration/schema.ts';
import { failure, type Failure } from '../errors.ts';
import { isLongerInUtf8 } from '../text.ts';
import { parseJson } from './json.ts';

export type Recognised = { readonly ok: true; readonly sender: SenderKind; readonly body: unknown } | Failure;

export function recognise(pasted: string): Recognised {
  if (isLongerInUtf8(pasted, limits.ingestBytes)) return failure('payload_too_large', {});
  const parsed = parseJson(pasted.trim());
  if (parsed === undefined) {
    return failure('invalid', {
      field: 'message',
      rule: 'This is not JSON. Paste the whole message, braces included.',
    });
  }
  const body = unwrap(parsed);
  const sender = senderOf(body);
  if (sender === null) {
    const rule = 'This is JSON, but no message of Alertmanager, Grafana or PagerDuty’s shape.';
    return failure('invalid', { field: 'message', rule });
  }
  return { ok: true, sender, body };
}

function senderOf(body: unknown): SenderKind | null {
  if (!isObject(body)) return null;
  if ('event_action' in body || ('routing_key' in body && 'payload' in body)) return 'pagerduty';
  if ('ruleName' in body) return 'grafana';
  if (!('groupKey' in body && 'alerts' in body)) return null;
  return body['version'] === '1' ? 'grafana' : 'alertmanager';
}

function unwrap(parsed: unknown): unknown {
  if (!isObject(parsed) || !('request' in parsed) || !('body' in parsed)) return parsed;
  return typeof parsed['body'] === 'string' ? parseJson(parsed['body']) : parsed['body'];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
