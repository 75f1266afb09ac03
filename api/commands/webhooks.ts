/** Webhooks out, to programs and chat rooms. */
import * as v from 'valibot';
import { idSchema } from '#domain/base.ts';
import { webhookAccessSchema, webhookFields } from '#domain/webhook/fields.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput, expectedRevision } from './fields.ts';

export const webhooksCommands = {
  /** `access` null: its address and keys stay. Without `expectedRevision`: a new one. */
  saveWebhook: command<RevisionOutput>()({
    input: {
      webhookId: idSchema,
      ...webhookFields,
      access: v.nullable(webhookAccessSchema),
      expectedRevision,
    },
    permission: { of: 'team', action: 'configure' },
    scope: 'webhookId',
    labels: { pending: 'Save a webhook', failed: 'The webhook was not saved' },
  }),

  /** Nothing more is sent by it, and its address and keys are forgotten. */
  removeWebhook: command<RevisionOutput>()({
    input: { webhookId: idSchema },
    permission: { of: 'team', action: 'configure' },
    scope: 'webhookId',
    labels: { pending: 'Remove a webhook', failed: 'The webhook was not removed' },
  }),

  /** Sends a test. Its outcome is in the log. */
  tryWebhook: command<RevisionOutput>()({
    input: { webhookId: idSchema },
    permission: { of: 'team', action: 'configure' },
    scope: 'webhookId',
    labels: { pending: 'Send a test', failed: 'The test was not sent' },
  }),

  /** Sends a delivery that has ended again, with the same event. */
  redeliverWebhook: command<RevisionOutput>()({
    input: { deliveryId: idSchema },
    permission: { of: 'team', action: 'configure' },
    scope: 'deliveryId',
    labels: { pending: 'Send an event again', failed: 'The event was not sent again' },
  }),
} as const;
