/** Where a webhook's messages go, with all its secrets. */
import * as v from 'valibot';
import { idSchema, optionalLineSchema, textSchema, webAddressSchema } from '../base.ts';
import { limits } from '../constants.ts';

const serverSchema = v.pipe(
  webAddressSchema,
  v.maxLength(500),
  v.regex(/^[^?#]*$/u, 'Use the address of the server alone, without “?” and “#”.'),
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
    address: v.pipe(webAddressSchema, v.maxLength(2_000)),
    format: v.picklist(['json', 'form']),
    /** JSON in whose texts `{{title}}`, `{{body}}`, `{{link}}` and `{{urgency}}` stand for those of the message. */
    template: v.pipe(
      v.string(),
      v.maxLength(limits.webhookTemplate, 'The template is too long.'),
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

/** Origin of this Muster's address, for links in messages. */
export const baseSchema = v.pipe(
  webAddressSchema,
  v.maxLength(300),
  v.regex(/^https?:\/\/[^/?#@\s]+$/iu, 'Use an address without a path.'),
);

/** The secrets of a webhook, under its id: the server's alone. */
export const webhookSecretSchema = v.object({
  id: idSchema,
  teamId: idSchema,
  userId: idSchema,
  destination: webhookDestinationSchema,
  base: baseSchema,
});
export type WebhookSecret = v.InferInput<typeof webhookSecretSchema>;
