/** Where a webhook's messages go, with all its secrets. */
import * as v from 'valibot';
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
/** Sent in a header. */
const tokenSchema = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[\x21-\x7e]{1,200}$/u, 'A token is up to 200 letters, digits and signs, without spaces.'),
);

/** Headers that `ServerHttp` sets itself. */
const reservedHeader =
  /^(?:accept-encoding|connection|content-length|cookie|expect|host|if-modified-since|if-none-match|keep-alive|proxy-authorization|proxy-connection|te|trailer|transfer-encoding|upgrade)$/iu;

const headerSchema = v.object({
  name: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9-]{1,60}$/u, 'A header’s name has up to 60 letters, digits and “-”.'),
    v.check((name) => !reservedHeader.test(name), 'Muster sets this header itself. Leave it out.'),
  ),
  value: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[\x20-\x7e]{1,1000}$/u, 'A header’s value has up to 1,000 letters, digits and signs of ASCII.'),
  ),
});

/** Placeholders of a template: with more the request could become too large to be sent. */
const mostPlaceholders = 10;

export const webhookDestinationSchema = v.variant('service', [
  v.object({
    service: v.literal('ntfy'),
    server: serverSchema,
    topic: v.pipe(
      v.string(),
      v.regex(/^[\w-]{1,64}$/u, 'A topic has up to 64 letters, digits, “-” and “_”.'),
    ),
    /** Empty: the topic is open to everybody who knows it. */
    token: v.union([v.literal(''), tokenSchema]),
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
      v.check(
        (text) => text.split('{{').length <= mostPlaceholders + 1,
        `Use at most ${mostPlaceholders} placeholders.`,
      ),
    ),
    headers: v.pipe(v.array(headerSchema), v.maxLength(10, 'Use at most 10 headers.')),
  }),
]);
export type WebhookDestination = v.InferInput<typeof webhookDestinationSchema>;

function isJsonObject(text: string): boolean {
  const value = parsed(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
