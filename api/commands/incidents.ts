/** Incidents and their timelines. */
import * as v from 'valibot';
import { limits } from '#domain/constants.ts';
import { idSchema, multilineTextSchema, optionalTextSchema, textSchema } from '#domain/base.ts';
import {
  incidentStatusSchema,
  roomRoleSchema,
  severitySchema,
  type IncidentStatus,
  type Severity,
} from '#domain/incident/schema.ts';
import { roleAction } from '#domain/incident/roles.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput, expectedRevision, pageTargetSchema } from './fields.ts';

export const incidentsCommands = {
  /** The caller becomes its commander. */
  declareIncident: command<RevisionOutput & { incidentId: string; number: number; pageIds: string[] }>()({
    input: {
      title: textSchema(limits.title),
      severity: severitySchema,
      serviceIds: v.pipe(v.array(idSchema), v.maxLength(50)),
      private: v.boolean(),
      /** The alert it is declared from, which is then linked to it. */
      alertId: v.nullable(idSchema),
      page: v.pipe(v.array(pageTargetSchema), v.maxLength(10)),
    },
    permission: { of: 'team', action: 'declare' },
    further: { alertId: { of: 'alert', action: 'editAlerts' }, page: { of: 'team', action: 'page' } },
    scope: null,
    expires: ({ page }) => page.length > 0,
    labels: { pending: 'Declare an incident', failed: 'The incident was not declared' },
  }),

  transitionIncident: command<RevisionOutput & { status: IncidentStatus }>()({
    input: {
      incidentId: idSchema,
      to: incidentStatusSchema,
      note: optionalTextSchema(limits.comment),
      /** Whether its active alerts are resolved with it. Default false. */
      resolveAlerts: v.exactOptional(v.boolean()),
      /** Whether it closes over open tasks. Default false: it is refused. */
      leaveTasks: v.exactOptional(v.boolean()),
      expectedRevision,
    },
    permission: { of: 'incident', action: 'setStatus' },
    scope: 'incidentId',
    expires: true,
    labels: { pending: 'Set the status of an incident', failed: 'The status was not changed' },
  }),

  mergeIncidents: command<RevisionOutput>()({
    input: { incidentId: idSchema, intoId: idSchema },
    permission: { of: 'incident', action: 'setStatus' },
    further: { intoId: { of: 'incident', action: 'setStatus' } },
    scope: 'incidentId',
    expires: true,
    labels: { pending: 'Merge incidents', failed: 'The incidents were not merged' },
  }),

  setSeverity: command<RevisionOutput & { severity: Severity }>()({
    input: { incidentId: idSchema, severity: severitySchema, expectedRevision },
    permission: { of: 'incident', action: 'setSeverity' },
    scope: 'incidentId',
    labels: { pending: 'Set the severity of an incident', failed: 'The severity was not changed' },
  }),

  /** Offers a role; it takes effect when accepted. Offering it to oneself accepts it where that is allowed. */
  assignRole: command<RevisionOutput>()({
    input: { incidentId: idSchema, role: roomRoleSchema, userId: idSchema },
    permission: {
      of: 'incident',
      action: 'takeRole',
      exact: (incident, input, by) => roleAction(incident, input.role, input.userId, by),
    },
    scope: 'incidentId',
    labels: { pending: 'Assign a role', failed: 'The role was not offered' },
  }),

  /** Accepts the role that was offered to the caller, or refuses it. */
  acceptRole: command<RevisionOutput>()({
    input: { incidentId: idSchema, role: roomRoleSchema, accept: v.boolean() },
    permission: { of: 'incident', action: 'takeRole' },
    scope: 'incidentId',
    labels: { pending: 'Answer the offer of a role', failed: 'Your answer about the role was not saved' },
  }),

  joinIncident: command<RevisionOutput>()({
    input: { incidentId: idSchema },
    permission: { of: 'incident', action: 'comment' },
    scope: 'incidentId',
    labels: { pending: 'Join an incident', failed: 'You did not join the incident' },
  }),

  /** Adds a comment; for programs: people's comments are written by their browser, which can do so offline. */
  addComment: command<RevisionOutput>()({
    input: { incidentId: idSchema, body: multilineTextSchema(limits.comment) },
    permission: { of: 'incident', action: 'comment' },
    scope: 'incidentId',
    labels: { pending: 'Add a comment', failed: 'The comment was not added' },
  }),

  /** Erases the text of a comment; author and time stay. Can't be undone. Again: nothing changes. */
  withdrawEntry: command<RevisionOutput>()({
    input: { incidentId: idSchema, entryId: idSchema },
    permission: { of: 'timelineEvent', action: 'withdrawComment' },
    scope: 'incidentId',
    labels: { pending: 'Withdraw a comment', failed: 'The comment was not withdrawn' },
  }),

  /** Pins a comment to the top of the room, or unpins it. */
  pinEntry: command<RevisionOutput>()({
    input: { incidentId: idSchema, entryId: idSchema, pinned: v.boolean() },
    permission: { of: 'timelineEvent', action: 'comment' },
    scope: 'incidentId',
    labels: { pending: 'Pin a comment', failed: 'The comment was not pinned or unpinned' },
  }),
} as const;
