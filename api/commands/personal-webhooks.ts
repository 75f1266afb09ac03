/** Webhooks of a person. */
import * as v from 'valibot';
import { idSchema, textSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { appOriginSchema } from '#domain/app-origin.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput, expectedRevision } from './fields.ts';

export const personalWebhooksCommands = {
  /** Adds a webhook of the caller, or changes it. `destination`: JSON of a `WebhookDestination`; null: it stays. `base`: address of this Muster, for links in messages. */
  savePersonalWebhook: command<RevisionOutput>()({
    input: {
      webhookId: idSchema,
      label: textSchema(limits.name),
      destination: v.nullable(v.pipe(v.string(), v.maxLength(settingsLimits.webhookDestination))),
      base: appOriginSchema,
      expectedRevision,
    },
    permission: { of: 'team', action: 'registerDevice' },
    scope: 'webhookId',
    labels: { pending: 'Save a webhook', failed: 'The webhook was not saved' },
  }),

  /** Removes one of the caller's own webhooks; no page goes to it from then on. */
  removePersonalWebhook: command<RevisionOutput>()({
    input: { webhookId: idSchema },
    permission: { of: 'team', action: 'registerDevice' },
    scope: 'webhookId',
    labels: { pending: 'Remove a webhook', failed: 'The webhook was not removed' },
  }),

  /** Sends a page that proves one of the caller's own webhooks. A disabled one is used again. */
  drillPersonalWebhook: command<RevisionOutput & { pageId: string }>()({
    input: { webhookId: idSchema },
    permission: { of: 'team', action: 'registerDevice' },
    scope: 'webhookId',
    expires: true,
    labels: { pending: 'Send a test', failed: 'The test was not sent' },
  }),
} as const;
