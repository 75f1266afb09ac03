/** Webhooks out of a team, to programs and chat rooms, and what was sent by each. */
import * as v from 'valibot';
import { entityFields, epochMsSchema, idSchema, optionalTextSchema, wholeNumberSchema } from '../base.ts';
import { limits } from '../constants.ts';
import { settingsLimits } from '../settings-limits.ts';
import { webhookAccessSchema, webhookEventTypeSchema, webhookFields } from './fields.ts';

const count = wholeNumberSchema(0, Number.MAX_SAFE_INTEGER);

/** Webhook of a team, without its secrets. Admins may read it. */
export const webhookSchema = v.object({
  ...entityFields,
  ...webhookFields,
  /** Host of its address, all that is shown of that. */
  host: v.string(),
  /** Time at which it was disabled after a day of failures; null: it was not. */
  disabledAt: v.nullable(epochMsSchema),
});
export type Webhook = v.InferInput<typeof webhookSchema>;

/** Address and keys of a webhook, under its id. No client may read them. */
export const webhookSecretSchema = v.object({
  id: idSchema,
  teamId: idSchema,
  ...webhookAccessSchema.entries,
});
export type WebhookSecret = v.InferInput<typeof webhookSecretSchema>;

/** The enabled webhooks of a team, in one document, which every change of an entity reads. The id is the team's. No client may read it. */
export const webhookTargetsSchema = v.object({
  id: idSchema,
  teamId: idSchema,
  targets: v.pipe(
    v.array(
      v.object({
        webhookId: idSchema,
        events: webhookFields.events,
        serviceIds: webhookFields.serviceIds,
        severities: webhookFields.severities,
      }),
    ),
    v.maxLength(settingsLimits.webhooks),
  ),
});
export type WebhookTargets = v.InferInput<typeof webhookTargetsSchema>;
export type WebhookTarget = WebhookTargets['targets'][number];

const webhookSubjectSchema = v.object({
  kind: v.picklist(['incident', 'alert', 'page']),
  id: idSchema,
});
export type WebhookSubject = v.InferInput<typeof webhookSubjectSchema>;

/** `webhook.test`: sent by the button of the screen. */
const sentTypeSchema = v.union([webhookEventTypeSchema, v.literal('webhook.test')]);
export type SentEventType = v.InferInput<typeof sentTypeSchema>;

/** Event: a change of an entity, written in the same transaction. No client may read it. */
export const webhookEventSchema = v.object({
  ...entityFields,
  type: sentTypeSchema,
  /** Null: `webhook.test`. */
  subject: v.nullable(webhookSubjectSchema),
  /** The webhooks that it is for. */
  webhookIds: v.array(idSchema),
  /** Time from which the sweep makes deliveries of it; null: they are made. */
  dueAt: v.nullable(epochMsSchema),
  /** The event as JSON text (`payload.ts`). */
  content: v.string(),
});
export type WebhookEvent = v.InferInput<typeof webhookEventSchema>;

const webhookDeliveryStatuses = ['waiting', 'delivered', 'failed', 'dropped'] as const;

/** Delivery of one event to one webhook, without the event's content, which may have become private. Admins may read it. */
export const webhookDeliverySchema = v.object({
  ...entityFields,
  webhookId: idSchema,
  eventId: idSchema,
  type: sentTypeSchema,
  subject: v.nullable(webhookSubjectSchema),
  /** `dropped`: not sent, for `problem`. */
  status: v.picklist(webhookDeliveryStatuses),
  /** Time of the next attempt; null unless it waits. */
  dueAt: v.nullable(epochMsSchema),
  /** Time from which its day of attempts counts. */
  beganAt: epochMsSchema,
  attempts: count,
  lastAttemptAt: v.nullable(epochMsSchema),
  /** Status of the last answer; null for none. */
  answered: v.nullable(wholeNumberSchema(100, 999)),
  /** Reason of the last failure; empty for none. Never with the address. */
  problem: optionalTextSchema(limits.reason),
});
export type WebhookDelivery = v.InferInput<typeof webhookDeliverySchema>;

/** Progress of the sending to one webhook, under its id: one attempt at a time. No client may read it. */
export const webhookLaneSchema = v.object({
  ...entityFields,
  /** Time of the next look; null: nothing waits. */
  dueAt: v.nullable(epochMsSchema),
  /** Until then a run has it; null: none has. */
  leaseEndsAt: v.nullable(epochMsSchema),
  /** Failures since the last success. */
  failures: count,
  failingSinceAt: v.nullable(epochMsSchema),
});
export type WebhookLane = v.InferInput<typeof webhookLaneSchema>;

/** The message of an incident in a chat room that can be edited, under `WEBHOOK-INCIDENT`. No client may read it. */
export const chatMessageSchema = v.object({
  ...entityFields,
  webhookId: idSchema,
  messageId: v.pipe(v.string(), v.maxLength(255)),
});
