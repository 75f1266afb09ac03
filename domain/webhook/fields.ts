/** The fields of a webhook that an admin writes. The catalogue of commands needs no more of it. */
import * as v from 'valibot';
import { appOriginSchema } from '../app-origin.ts';
import { idSchema, textSchema } from '../base.ts';
import { limits } from '../constants.ts';
import { settingsLimits } from '../settings-limits.ts';
import { severitySchema } from '../incident/schema.ts';

const unknown = 'There is no such one.';

/** `muster`: a program's receiver, which gets signed JSON. The others are chat programs, which get a message. */
export const webhookFormats = [
  'muster',
  'slack',
  'mattermost',
  'rocketchat',
  'discord',
  'teams',
  'matrix',
] as const;
const webhookFormatSchema = v.picklist(webhookFormats, unknown);
export type WebhookFormat = v.InferOutput<typeof webhookFormatSchema>;

/** Event types for chat rooms. */
export const chatEventTypes = [
  'incident.declared',
  'incident.severity_changed',
  'incident.status_changed',
  'incident.commander_changed',
  'incident.resolved',
  'incident.reopened',
] as const;
export const incidentEventTypes = [...chatEventTypes, 'incident.updated'] as const;
export const alertEventTypes = [
  'alert.triggered',
  'alert.acknowledged',
  'alert.snoozed',
  'alert.reopened',
  'alert.resolved',
  'alert.updated',
] as const;
export const pageEventTypes = [
  'page.started',
  'page.acknowledged',
  'page.escalated',
  'page.resumed',
  'page.exhausted',
  'page.cancelled',
  'page.updated',
] as const;
export const webhookEventTypes = [...incidentEventTypes, ...alertEventTypes, ...pageEventTypes] as const;
export const webhookEventTypeSchema = v.picklist(webhookEventTypes, unknown);
export type WebhookEventType = v.InferOutput<typeof webhookEventTypeSchema>;

export const webhookFields = {
  name: textSchema(limits.name),
  format: webhookFormatSchema,
  enabled: v.boolean(),
  events: v.pipe(
    v.array(webhookEventTypeSchema),
    v.minLength(1, 'Choose at least one event.'),
    v.maxLength(webhookEventTypes.length),
  ),
  /** Services whose incidents, alerts and pages are sent; empty: all. */
  serviceIds: v.pipe(v.array(idSchema), v.maxLength(settingsLimits.webhookServices)),
  /** Severities of the incidents that are sent; empty: all. */
  severities: v.pipe(v.array(severitySchema), v.maxLength(5)),
  /** Where links lead: the origin under which the browser that saved it has Muster. */
  linkOrigin: appOriginSchema,
};

/** Key of the signature: `whsec_` and base64 of 24 to 64 bytes (Standard Webhooks). */
const webhookSecretTextSchema = v.pipe(
  v.string(),
  v.regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/u, 'A secret is whsec_ and 24 to 64 bytes in base64.'),
);

/** Secrets, never shown again. */
export const webhookAccessSchema = v.object({
  /** Address of the receiver; of Matrix, of the home server. */
  url: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(2_000),
    v.regex(
      /^https?:\/\/[^\s@]+$/u,
      'Use an address that starts with https:// or http://, without a user name.',
    ),
  ),
  /** Of the format `muster`; null for a chat room. */
  secret: v.nullable(webhookSecretTextSchema),
  /** Of Matrix: room and access token; null for others. */
  matrix: v.nullable(
    v.object({
      room: v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(255),
        v.regex(/^![!-~]+$/u, 'The id of a room begins with “!”.'),
      ),
      accessToken: v.pipe(v.string(), v.trim(), v.regex(/^[!-~]{8,500}$/u, 'An access token has no spaces.')),
    }),
  ),
});
export type WebhookAccess = v.InferOutput<typeof webhookAccessSchema>;
