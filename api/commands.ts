/**
 * The callable functions: name, schema of the input, type of the output. Every input names the team and carries a
 * `commandId` made by the caller: the same id sent again gives the same answer and does nothing twice. Every output
 * carries the new revision of the thing it changed.
 */
import * as v from 'valibot';
import { limits } from '#domain/constants.ts';
import {
  idSchema,
  optionalTextSchema,
  revisionSchema,
  textSchema,
  timezoneSchema,
  wellFormedSchema,
  wholeNumberSchema,
} from '#domain/base.ts';
import {
  incidentStatusSchema,
  roomRoleSchema,
  severitySchema,
  type IncidentStatus,
  type Severity,
} from '#domain/incident/schema.ts';
import type { PageStatus, Receipt } from '#domain/page/schema.ts';
import type { AlertStatus } from '#domain/alert/schema.ts';
import type { TeamRole } from '#domain/team/schema.ts';
import { check, type Refusal } from '#domain/errors.ts';
import type { FieldLabels } from '#domain/input-faults.ts';

interface Changed {
  readonly revision: number;
}

interface Call<Entries extends v.ObjectEntries, Output extends Changed> {
  readonly name: string;
  readonly input: v.ObjectSchema<Entries, undefined>;
  /** Carries the output's type; always undefined. */
  readonly output?: Output;
}

const command = { teamId: idSchema, commandId: idSchema };
type Command = typeof command;

function call<Output extends Changed>() {
  return <const E extends v.ObjectEntries>(name: string, entries: E): Call<Command & E, Output> => ({
    name,
    input: v.object({ ...command, ...entries }),
  });
}

const reason = optionalTextSchema(limits.reason);
/** Given: refused with `conflict` unless this is still the revision. */
const expectedRevision = v.exactOptional(revisionSchema);

/** Whom to page: people by name, or whoever a policy finds. */
const whom = v.variant('kind', [
  v.object({
    kind: v.literal('people'),
    userIds: v.pipe(v.array(idSchema), v.minLength(1), v.maxLength(limits.targetsPerStep)),
  }),
  v.object({ kind: v.literal('policy'), policyId: idSchema }),
]);

export const calls = {
  /** The caller becomes its owner. `teamId` is made by the caller. */
  createTeam: call<Changed & { teamId: string }>()('createTeam', {
    name: textSchema(limits.name),
    timezone: timezoneSchema,
    displayName: textSchema(limits.name),
  }),
  /** Joins a demonstration team as a responder, or as a viewer without an account; refused for any other team. */
  joinDemonstration: call<Changed & { role: TeamRole }>()('joinDemonstration', {
    displayName: textSchema(limits.name),
  }),
  /** Leaves a demonstration team that the caller has joined; whoever holds a role in a live incident hands it over first. */
  leaveDemonstration: call<Changed>()('leaveDemonstration', {}),

  /** The caller becomes its commander. */
  declareIncident: call<Changed & { incidentId: string; number: number; pageIds: string[] }>()(
    'declareIncident',
    {
      title: textSchema(limits.title),
      severity: severitySchema,
      serviceIds: v.pipe(v.array(idSchema), v.maxLength(50)),
      private: v.boolean(),
      /** The alert it is declared from, which is then linked to it. */
      alertId: v.nullable(idSchema),
      page: v.pipe(v.array(whom), v.maxLength(10)),
    },
  ),
  transitionIncident: call<Changed & { status: IncidentStatus }>()('transitionIncident', {
    incidentId: idSchema,
    to: incidentStatusSchema,
    note: optionalTextSchema(limits.comment),
    expectedRevision,
  }),
  mergeIncidents: call<Changed>()('mergeIncidents', { incidentId: idSchema, intoId: idSchema }),
  setSeverity: call<Changed & { severity: Severity }>()('setSeverity', {
    incidentId: idSchema,
    severity: severitySchema,
    expectedRevision,
  }),
  /** Offers a role; it takes effect when accepted. Offering it to oneself accepts it where that is allowed. */
  assignRole: call<Changed>()('assignRole', { incidentId: idSchema, role: roomRoleSchema, userId: idSchema }),
  /** Accepts the role that was offered to the caller, or refuses it. */
  acceptRole: call<Changed>()('acceptRole', {
    incidentId: idSchema,
    role: roomRoleSchema,
    accept: v.boolean(),
  }),
  joinIncident: call<Changed>()('joinIncident', { incidentId: idSchema }),
  /** Erases the text of a comment; author and time stay. Can't be undone. Again: nothing changes. */
  withdrawEntry: call<Changed>()('withdrawEntry', { incidentId: idSchema, entryId: idSchema }),

  /** Pages from an incident. */
  page: call<Changed & { pageId: string }>()('page', {
    incidentId: idSchema,
    whom,
    summary: textSchema(limits.summary),
  }),
  acknowledgePage: call<Changed & { status: PageStatus }>()('acknowledgePage', { pageId: idSchema }),
  /** Moves on to the next step at once. */
  escalatePage: call<Changed & { status: PageStatus }>()('escalatePage', { pageId: idSchema, reason }),
  /** “Can’t take it”: the page moves on as soon as nobody is left in its step. */
  declinePage: call<Changed & { status: PageStatus }>()('declinePage', { pageId: idSchema, reason }),
  /** Says that a device showed or opened a page. A receipt never goes back. */
  recordReceipt: call<Changed & { status: Receipt }>()('recordReceipt', {
    pageId: idSchema,
    deliveryId: idSchema,
    receipt: v.picklist(['shown', 'opened']),
  }),
  /** Creates the caller's device, or renews it. */
  registerDevice: call<Changed>()('registerDevice', {
    deviceId: idSchema,
    registration: v.nullable(v.pipe(wellFormedSchema, v.minLength(1), v.maxLength(4_096))),
    label: optionalTextSchema(limits.name),
    userAgent: optionalTextSchema(1_024),
  }),
  /** Sends a page that proves one of the caller's own devices. */
  sendDrill: call<Changed & { pageId: string }>()('sendDrill', { deviceId: idSchema }),

  /** `incidentId` null unlinks. */
  linkAlert: call<Changed>()('linkAlert', { alertId: idSchema, incidentId: v.nullable(idSchema) }),
  acknowledgeAlert: call<Changed & { status: AlertStatus }>()('acknowledgeAlert', { alertId: idSchema }),
  resolveAlert: call<Changed & { status: AlertStatus }>()('resolveAlert', { alertId: idSchema }),
  snoozeAlert: call<Changed & { status: AlertStatus }>()('snoozeAlert', {
    alertId: idSchema,
    minutes: wholeNumberSchema(limits.snoozeMinutes.min, limits.snoozeMinutes.max),
  }),
} as const;

/** What the fields are called on the screens. */
export const fieldLabels: FieldLabels = {
  teamId: 'Team',
  commandId: 'Id of the command',
  name: 'Team name',
  timezone: 'Time zone',
  displayName: 'Your name',
  title: 'Title',
  severity: 'Severity',
  serviceIds: 'Services',
  private: 'Private',
  alertId: 'Alert',
  page: 'Page',
  incidentId: 'Incident',
  intoId: 'Incident it belongs to',
  to: 'Status',
  note: 'Note',
  expectedRevision: 'Revision you looked at',
  role: 'Role',
  userId: 'Person',
  accept: 'Your answer',
  whom: 'Who',
  kind: 'People or policy',
  userIds: 'People',
  policyId: 'Policy',
  summary: 'What they will read',
  pageId: 'Page',
  reason: 'Reason',
  entryId: 'Entry',
  deliveryId: 'Notification',
  receipt: 'Receipt',
  deviceId: 'Device',
  registration: 'Registration of this browser',
  label: 'Device name',
  userAgent: 'Browser',
  minutes: 'Minutes',
};

export type CallName = keyof typeof calls;
/** What a caller sends. */
export type CallInput<N extends CallName> = v.InferInput<(typeof calls)[N]['input']>;
/** The same, checked: its ids are ids. */
export type CheckedInput<N extends CallName> = v.InferOutput<(typeof calls)[N]['input']>;
export type CallOutput<N extends CallName> = NonNullable<(typeof calls)[N]['output']>;

/** The input of a call, checked. What the call does not name is left out. */
export function checkInput<N extends CallName>(
  name: N,
  input: unknown,
): { readonly ok: true; readonly value: CheckedInput<N> } | Refusal {
  const checked = check(calls[name].input, input, fieldLabels);
  return checked.ok ? { ok: true, value: checked.value as CheckedInput<N> } : checked;
}
