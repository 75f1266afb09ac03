/** Where a webhook's messages go, with all its secrets. */
import * as v from 'valibot';
import { optionalLineSchema, textSchema } from '../base.ts';
import { faultSentence } from '../input-faults.ts';
import { settingsLimits } from '../settings-limits.ts';

const serverSchema = v.pipe(
  v.string(),
  v.maxLength(500),
  v.regex(
    /^https?:\/\/[^\s?#]+$/u,
    'Use the server’s address: it starts with https:// and has no “?” and “#”.',
  ),
);
const tokenSchema = textSchema(200);

const headerSchema = v.object({
  name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,80}$/u, 'A header’s name has letters, digits and “-”.')),
  value: textSchema(1_000),
});

export const webhookDestinationSchema = v.variant('service', [
  v.object({
    service: v.literal('ntfy'),
    server: serverSchema,
    topic: v.pipe(
      v.string(),
      v.regex(/^[\w-]{1,64}$/u, 'A topic has up to 64 letters, digits, “-” and “_”.'),
    ),
    /** Empty: the topic is open to everybody who knows it. */
    token: optionalLineSchema(200),
  }),
  v.object({ service: v.literal('gotify'), server: serverSchema, token: tokenSchema }),
  v.object({ service: v.literal('pushover'), token: tokenSchema, user: tokenSchema }),
  v.object({
    service: v.literal('other'),
    address: v.pipe(
      v.string(),
      v.maxLength(2_000),
      v.regex(/^https?:\/\/\S+$/u, 'Use an address that starts with http:// or https://.'),
    ),
    format: v.picklist(['json', 'form']),
    /** JSON in whose texts `{{title}}`, `{{body}}`, `{{link}}` and `{{urgency}}` stand for those of the message. */
    template: v.pipe(
      v.string(),
      v.maxLength(settingsLimits.webhookTemplate, 'The template is too long.'),
      v.check(isJsonObject, 'Write a JSON object, such as {"text": "{{title}}"}.'),
    ),
    headers: v.pipe(v.array(headerSchema), v.maxLength(10, 'Use at most 10 headers.')),
  }),
]);
export type WebhookDestination = v.InferInput<typeof webhookDestinationSchema>;

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** From the JSON that is stored; its issues say what does not fit. */
export const readDestination = (text: string) =>
  v.safeParse(webhookDestinationSchema, parsed(text), { message: faultSentence });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
