/** Alerts. */
import * as v from 'valibot';
import { idSchema, multilineTextSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import type { AlertStatus } from '#domain/alert/schema.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput, snoozeMinutesSchema } from './fields.ts';

export const alertsCommands = {
  /** `incidentId` null unlinks. */
  linkAlert: command<RevisionOutput>()({
    input: { alertId: idSchema, incidentId: v.nullable(idSchema) },
    permission: { of: 'alert', action: 'editAlerts' },
    further: { incidentId: { of: 'incident', action: 'editAlerts' } },
    scope: 'alertId',
    expires: true,
    labels: { pending: 'Link an alert', failed: 'The alert was not linked' },
  }),

  /** Writes on the alert's history, or on the timeline of its incident. */
  commentAlert: command<RevisionOutput & { entryId: string }>()({
    input: { alertId: idSchema, body: multilineTextSchema(limits.comment) },
    permission: { of: 'alert', action: 'comment' },
    scope: 'alertId',
    labels: { pending: 'Comment on an alert', failed: 'The comment was not saved' },
  }),

  /** Erases the text of a comment on an alert; author and time stay. Can't be undone. Again: nothing changes. */
  withdrawAlertComment: command<RevisionOutput>()({
    input: { alertId: idSchema, entryId: idSchema },
    permission: { of: 'alertEvent', action: 'withdrawComment' },
    scope: 'alertId',
    labels: { pending: 'Withdraw a comment', failed: 'The comment was not withdrawn' },
  }),

  acknowledgeAlert: command<RevisionOutput & { status: AlertStatus }>()({
    input: { alertId: idSchema },
    permission: { of: 'alert', action: 'acknowledge' },
    // No ordering with other commands.
    scope: null,
    expires: true,
    labels: { pending: 'Acknowledge an alert', failed: 'The alert was not acknowledged' },
  }),

  resolveAlert: command<RevisionOutput & { status: AlertStatus }>()({
    input: { alertId: idSchema },
    permission: { of: 'alert', action: 'editAlerts' },
    scope: 'alertId',
    expires: true,
    labels: { pending: 'Resolve an alert', failed: 'The alert was not resolved' },
  }),

  snoozeAlert: command<RevisionOutput & { status: AlertStatus }>()({
    input: { alertId: idSchema, minutes: snoozeMinutesSchema },
    permission: { of: 'alert', action: 'editAlerts' },
    scope: 'alertId',
    expires: true,
    labels: { pending: 'Snooze an alert', failed: 'The alert was not snoozed' },
  }),
} as const;
