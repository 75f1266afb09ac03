/** Webhooks of a person: addresses of services that bring pages to them, such as ntfy, Pushover or a gateway for text messages. */
import * as v from 'valibot';
import { appOriginSchema } from '../app-origin.ts';
import {
  entityFields,
  epochMsSchema,
  idSchema,
  optionalTextSchema,
  textSchema,
  wholeNumberSchema,
} from '../base.ts';
import { limits } from '../constants.ts';

export const webhookServices = ['ntfy', 'gotify', 'pushover', 'other'] as const;

/** Webhook of a person, without its secrets: that person may read it. */
export const personalWebhookSchema = v.object({
  ...entityFields,
  userId: idSchema,
  label: textSchema(limits.name),
  service: v.picklist(webhookServices),
  /** Host of its address: all that is shown of that. */
  host: v.pipe(v.string(), v.maxLength(300)),
  /** Time of the last message that the service took; null: none yet. */
  acceptedAt: v.nullable(epochMsSchema),
  /** Time of the last answer to a drill of it. */
  lastDrillAt: v.nullable(epochMsSchema),
  /** Messages that failed, one after the other. */
  failures: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
  /** Sentence about the last failure; empty: the last message was taken. */
  problem: optionalTextSchema(limits.reason),
  /** Time since which nothing is sent to it, because too many messages failed; null: it is in use. */
  disabledAt: v.nullable(epochMsSchema),
});
export type PersonalWebhook = v.InferInput<typeof personalWebhookSchema>;

/** Secrets of a personal webhook, under its id. No client may read them. */
export const personalWebhookSecretSchema = v.object({
  id: idSchema,
  teamId: idSchema,
  userId: idSchema,
  /** JSON of a `WebhookDestination`. */
  destination: v.string(),
  base: appOriginSchema,
});
export type PersonalWebhookSecret = v.InferInput<typeof personalWebhookSecretSchema>;
