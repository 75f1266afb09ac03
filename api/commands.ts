/**
 * The command catalogue: every change of state that a browser asks the server for. Each input names the team and carries a
 * `commandId` made by the caller: the same id sent again gives the same answer and does nothing twice. Each output carries the new
 * revision of what it changed. A new command is an entry here and a handler in `functions/commands.ts`.
 */
import * as v from 'valibot';
import { limits } from '#domain/constants.ts';
import {
  epochMsSchema,
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
import { roleAction } from '#domain/incident/roles.ts';
import type { Page, PageStatus, DeliveryStatus } from '#domain/page/schema.ts';
import {
  integrationFields,
  keyEndingSchema,
  keyIdSchema,
  senderKindSchema,
} from '#domain/integration/schema.ts';
import { policyFields } from '#domain/policy/schema.ts';
import { runbookFields } from '#domain/runbook/schema.ts';
import { feedIdSchema, feedScopeSchema } from '#domain/schedule/feed.ts';
import { overrideAction } from '#domain/schedule/overrides.ts';
import { scheduleFields } from '#domain/schedule/schema.ts';
import { serviceFields } from '#domain/service/schema.ts';
import { may, type Action, type Actor, type Subject, type Verdict } from '#domain/permissions.ts';
import type { AlertStatus } from '#domain/alert/schema.ts';
import { mailDomainSchema, profileFields, teamRoleSchema, type TeamRole } from '#domain/team/schema.ts';
import {
  inviteAction,
  inviteIdSchema,
  inviteRoleSchema,
  inviteTokenSchema,
  mailAddressSchema,
  type InviteRole,
} from '#domain/team/invite.ts';
import { check, type Failure } from '#domain/errors.ts';
import { command, type Permission, type SubjectTypes } from './command-spec.ts';
import { fieldLabels } from './field-labels.ts';

interface Changed {
  readonly revision: number;
}

const reason = optionalTextSchema(limits.reason);
/** Given: refused with `conflict` unless this is still the revision. */
const expectedRevision = v.exactOptional(revisionSchema);

/** Targets of a page: people by name, or a policy. */
const whom = v.variant('kind', [
  v.object({
    kind: v.literal('people'),
    userIds: v.pipe(v.array(idSchema), v.minLength(1), v.maxLength(limits.targetsPerStep)),
  }),
  v.object({ kind: v.literal('policy'), policyId: idSchema }),
]);

/** A drill is answered by whom it asked, whatever their role; any other page by responders. */
const answerAction = ({ subject }: Page): Action =>
  subject.kind === 'drill' ? 'registerDevice' : 'acknowledge';

export const commandCatalogue = {
  /** The caller becomes its owner. `teamId` is made by the caller. */
  createTeam: command<Changed & { teamId: string }>()({
    input: { name: textSchema(limits.name), timezone: timezoneSchema, displayName: textSchema(limits.name) },
    permission: { of: 'nobody' },
    labels: { pending: 'Create a team', failed: 'The team was not created' },
  }),

  /** Joins a demonstration team as a responder, or as a viewer without an account; refused for any other team. */
  joinDemonstration: command<Changed & { role: TeamRole }>()({
    input: { displayName: textSchema(limits.name) },
    permission: { of: 'nobody' },
    labels: { pending: 'Join the demonstration', failed: 'You did not join the demonstration' },
  }),

  /** Makes an invite. `inviteId` is the digest of a token that the caller has drawn and keeps to itself. */
  inviteMember: command<Changed>()({
    input: {
      inviteId: inviteIdSchema,
      role: inviteRoleSchema,
      note: optionalTextSchema(limits.name),
      address: v.nullable(mailAddressSchema),
      days: wholeNumberSchema(limits.inviteDays.min, limits.inviteDays.max),
    },
    permission: { of: 'team', action: 'inviteMembers', exact: ({ role }) => inviteAction(role) },
    labels: { pending: 'Invite somebody', failed: 'Nobody was invited' },
  }),

  /** Nobody can use it from then on. Again: nothing changes. Refused for one that was used. */
  revokeInvite: command<Changed>()({
    input: { inviteId: inviteIdSchema },
    permission: { of: 'team', action: 'inviteMembers' },
    labels: { pending: 'Revoke an invite', failed: 'The invite was not revoked' },
  }),

  /** The caller, who is not in the team, joins it and uses the invite up. Refused for guests. */
  acceptInvite: command<Changed & { role: InviteRole }>()({
    input: { token: inviteTokenSchema, displayName: textSchema(limits.name) },
    permission: { of: 'nobody' },
    labels: { pending: 'Join a team', failed: 'You did not join the team' },
  }),

  /** `replacementId` takes over what the member holds, where the new role may no longer hold it. Refused for the last owner. */
  setMemberRole: command<Changed & { role: TeamRole }>()({
    input: { userId: idSchema, role: teamRoleSchema, replacementId: v.nullable(idSchema), expectedRevision },
    permission: { of: 'team', action: 'manageMembers' },
    labels: { pending: 'Set the role of a member', failed: 'The role was not changed' },
  }),

  /** The other becomes an owner, and the caller an admin. */
  transferOwnership: command<Changed>()({
    input: { userId: idSchema },
    permission: { of: 'team', action: 'manageMembers' },
    labels: { pending: 'Transfer the team', failed: 'The team was not transferred' },
  }),

  /** `replacementId` takes over everything that the member holds; null only where nothing needs a person. */
  removeMember: command<Changed>()({
    input: { userId: idSchema, replacementId: v.nullable(idSchema) },
    permission: { of: 'team', action: 'manageMembers' },
    labels: { pending: 'Remove a member', failed: 'The member was not removed' },
  }),

  /** The same for the caller. Refused for the last owner, and for a demonstration team’s own people. */
  leaveTeam: command<Changed>()({
    input: { replacementId: v.nullable(idSchema) },
    permission: { of: 'team', action: 'read' },
    labels: { pending: 'Leave the team', failed: 'You did not leave the team' },
  }),

  /** The team's settings, all of them. `fallbackPeople` work on incidents; `mailDomains` empty lets every address join. */
  saveTeam: command<Changed>()({
    input: {
      name: textSchema(limits.name),
      timezone: timezoneSchema,
      fallbackPeople: v.pipe(v.array(idSchema), v.maxLength(limits.peoplePerLayer)),
      mailDomains: v.pipe(v.array(mailDomainSchema), v.maxLength(limits.mailDomains)),
      expectedRevision,
    },
    permission: { of: 'team', action: 'configure' },
    labels: { pending: 'Save the team’s settings', failed: 'The team’s settings were not saved' },
  }),

  /** What the caller says of themselves, in all their teams. The revision is that of the member of this team. */
  saveProfile: command<Changed>()({
    input: { ...profileFields, expectedRevision },
    permission: { of: 'team', action: 'editProfile' },
    labels: { pending: 'Save your profile', failed: 'Your profile was not saved' },
  }),

  /**
   * An owner approves a member's request to recover their second factor, or stops it. It is carried out once an owner of each of the
   * person's teams has approved and a day has passed. Refused for one's own.
   */
  decideRecovery: command<Changed>()({
    input: { userId: idSchema, approve: v.boolean() },
    permission: { of: 'team', action: 'recoverMembers' },
    labels: { pending: 'Decide about a recovery', failed: 'The recovery was not decided' },
  }),

  /**
   * Ends every session of the caller, the one that asks included: tokens issued before are refused everywhere from then on, and none of
   * their devices is paged until it is turned on again. The revision is that of the member of this team.
   */
  signOutEverywhere: command<Changed>()({
    input: {},
    permission: { of: 'team', action: 'editProfile' },
    labels: { pending: 'Sign out everywhere', failed: 'You were not signed out everywhere' },
  }),

  /**
   * Stops everything in the team at once, for 14 days in which an owner can restore it; then it is gone for good. `name`: the
   * team's, as it was typed. Refused for a demonstration.
   */
  deleteTeam: command<Changed>()({
    input: { name: textSchema(limits.name) },
    permission: { of: 'team', action: 'deleteTeam' },
    labels: { pending: 'Delete the team', failed: 'The team was not deleted' },
    whileDeleted: true,
  }),

  /** Undoes `deleteTeam`. Pages that ended with it stay ended. */
  restoreTeam: command<Changed>()({
    input: {},
    permission: { of: 'team', action: 'deleteTeam' },
    labels: { pending: 'Restore the team', failed: 'The team was not restored' },
    whileDeleted: true,
  }),

  /** The caller becomes its commander. */
  declareIncident: command<Changed & { incidentId: string; number: number; pageIds: string[] }>()({
    input: {
      title: textSchema(limits.title),
      severity: severitySchema,
      serviceIds: v.pipe(v.array(idSchema), v.maxLength(50)),
      private: v.boolean(),
      /** The alert it is declared from, which is then linked to it. */
      alertId: v.nullable(idSchema),
      page: v.pipe(v.array(whom), v.maxLength(10)),
    },
    permission: { of: 'team', action: 'declare' },
    further: { alertId: { of: 'alert', action: 'editAlerts' }, page: { of: 'team', action: 'page' } },
    labels: { pending: 'Declare an incident', failed: 'The incident was not declared' },
  }),

  transitionIncident: command<Changed & { status: IncidentStatus }>()({
    input: {
      incidentId: idSchema,
      to: incidentStatusSchema,
      note: optionalTextSchema(limits.comment),
      expectedRevision,
    },
    permission: { of: 'incident', action: 'setStatus' },
    labels: { pending: 'Set the status of an incident', failed: 'The status was not changed' },
  }),

  mergeIncidents: command<Changed>()({
    input: { incidentId: idSchema, intoId: idSchema },
    permission: { of: 'incident', action: 'setStatus' },
    further: { intoId: { of: 'incident', action: 'setStatus' } },
    labels: { pending: 'Merge incidents', failed: 'The incidents were not merged' },
  }),

  setSeverity: command<Changed & { severity: Severity }>()({
    input: { incidentId: idSchema, severity: severitySchema, expectedRevision },
    permission: { of: 'incident', action: 'setSeverity' },
    labels: { pending: 'Set the severity of an incident', failed: 'The severity was not changed' },
  }),

  /** Offers a role; it takes effect when accepted. Offering it to oneself accepts it where that is allowed. */
  assignRole: command<Changed>()({
    input: { incidentId: idSchema, role: roomRoleSchema, userId: idSchema },
    permission: {
      of: 'incident',
      action: 'takeRole',
      exact: (incident, input, by) => roleAction(incident, input.role, input.userId, by),
    },
    labels: { pending: 'Assign a role', failed: 'The role was not offered' },
  }),

  /** Accepts the role that was offered to the caller, or refuses it. */
  acceptRole: command<Changed>()({
    input: { incidentId: idSchema, role: roomRoleSchema, accept: v.boolean() },
    permission: { of: 'incident', action: 'takeRole' },
    labels: { pending: 'Answer the offer of a role', failed: 'Your answer about the role was not saved' },
  }),

  joinIncident: command<Changed>()({
    input: { incidentId: idSchema },
    permission: { of: 'incident', action: 'comment' },
    labels: { pending: 'Join an incident', failed: 'You did not join the incident' },
  }),

  /** Erases the text of a comment; author and time stay. Can't be undone. Again: nothing changes. */
  withdrawEntry: command<Changed>()({
    input: { incidentId: idSchema, entryId: idSchema },
    permission: { of: 'timelineEvent', action: 'withdrawComment' },
    labels: { pending: 'Withdraw a comment', failed: 'The comment was not withdrawn' },
  }),

  /** Pins a comment to the top of the room, or unpins it. */
  pinEntry: command<Changed>()({
    input: { incidentId: idSchema, entryId: idSchema, pinned: v.boolean() },
    permission: { of: 'timelineEvent', action: 'comment' },
    labels: { pending: 'Pin a comment', failed: 'The comment was not pinned or unpinned' },
  }),

  /** Pages from an incident. */
  page: command<Changed & { pageId: string }>()({
    input: { incidentId: idSchema, whom, summary: textSchema(limits.summary) },
    permission: { of: 'incident', action: 'page' },
    labels: { pending: 'Page people', failed: 'Nobody was paged' },
  }),

  acknowledgePage: command<Changed & { status: PageStatus }>()({
    input: { pageId: idSchema },
    permission: { of: 'page', action: 'read', exact: answerAction },
    labels: { pending: 'Acknowledge a page', failed: 'The page was not acknowledged' },
  }),

  /** Moves on to the next step at once. */
  escalatePage: command<Changed & { status: PageStatus }>()({
    input: { pageId: idSchema, reason },
    permission: { of: 'page', action: 'read', exact: answerAction },
    labels: { pending: 'Escalate a page', failed: 'The page was not escalated' },
  }),

  /** “Can’t take it”: the page moves on as soon as nobody is left in its step. */
  declinePage: command<Changed & { status: PageStatus }>()({
    input: { pageId: idSchema, reason },
    permission: { of: 'page', action: 'read', exact: answerAction },
    labels: { pending: 'Decline a page', failed: 'The page was not passed on' },
  }),

  /** Says that a device showed or opened a page. A receipt never goes back. */
  recordReceipt: command<Changed & { status: DeliveryStatus }>()({
    input: { pageId: idSchema, deliveryId: idSchema, receipt: v.picklist(['shown', 'opened']) },
    permission: { of: 'delivery', action: 'registerDevice' },
    labels: { pending: 'Confirm a notification', failed: null },
  }),

  /** Creates the caller's device, or renews it. */
  registerDevice: command<Changed>()({
    input: {
      deviceId: idSchema,
      registration: v.nullable(v.pipe(wellFormedSchema, v.minLength(1), v.maxLength(4_096))),
      label: optionalTextSchema(limits.name),
      userAgent: optionalTextSchema(1_024),
    },
    permission: { of: 'team', action: 'registerDevice' },
    labels: { pending: 'Register a device', failed: null },
  }),

  /** Removes one of the caller's own devices; no page goes to it from then on. */
  removeDevice: command<Changed>()({
    input: { deviceId: idSchema },
    permission: { of: 'team', action: 'registerDevice' },
    labels: { pending: 'Remove a device', failed: 'The device was not removed' },
  }),

  /** Sends a page that proves one of the caller's own devices. */
  sendDrill: command<Changed & { pageId: string }>()({
    input: { deviceId: idSchema },
    permission: { of: 'team', action: 'registerDevice' },
    labels: { pending: 'Send a drill', failed: 'The drill was not sent' },
  }),

  /** `incidentId` null unlinks. */
  linkAlert: command<Changed>()({
    input: { alertId: idSchema, incidentId: v.nullable(idSchema) },
    permission: { of: 'alert', action: 'editAlerts' },
    further: { incidentId: { of: 'incident', action: 'editAlerts' } },
    labels: { pending: 'Link an alert', failed: 'The alert was not linked' },
  }),

  acknowledgeAlert: command<Changed & { status: AlertStatus }>()({
    input: { alertId: idSchema },
    permission: { of: 'alert', action: 'acknowledge' },
    labels: { pending: 'Acknowledge an alert', failed: 'The alert was not acknowledged' },
  }),

  resolveAlert: command<Changed & { status: AlertStatus }>()({
    input: { alertId: idSchema },
    permission: { of: 'alert', action: 'editAlerts' },
    labels: { pending: 'Resolve an alert', failed: 'The alert was not resolved' },
  }),

  snoozeAlert: command<Changed & { status: AlertStatus }>()({
    input: {
      alertId: idSchema,
      minutes: wholeNumberSchema(limits.snoozeMinutes.min, limits.snoozeMinutes.max),
    },
    permission: { of: 'alert', action: 'editAlerts' },
    labels: { pending: 'Snooze an alert', failed: 'The alert was not snoozed' },
  }),

  /** Makes a runbook, or changes it. `runbookId` is made by the caller, as are the ids of new steps. */
  saveRunbook: command<Changed>()({
    input: { runbookId: idSchema, ...runbookFields, expectedRevision },
    permission: { of: 'team', action: 'configure' },
    labels: { pending: 'Save a runbook', failed: 'The runbook was not saved' },
  }),

  removeRunbook: command<Changed>()({
    input: { runbookId: idSchema },
    permission: { of: 'team', action: 'configure' },
    labels: { pending: 'Remove a runbook', failed: 'The runbook was not removed' },
  }),

  /** Makes a service, or changes it. `serviceId` is made by the caller. `dependsOn` may not lead back to it. */
  saveService: command<Changed>()({
    input: { serviceId: idSchema, ...serviceFields, expectedRevision },
    permission: { of: 'team', action: 'configure' },
    labels: { pending: 'Save a service', failed: 'The service was not saved' },
  }),

  /** What refers to it stays, and counts without it; saved again under its id, it is back. */
  removeService: command<Changed>()({
    input: { serviceId: idSchema },
    permission: { of: 'team', action: 'configure' },
    labels: { pending: 'Remove a service', failed: 'The service was not removed' },
  }),

  /**
   * Makes a schedule, or changes it. Its name changes at once, zone and layers from `takesEffectAt` on, null or a time that is over for
   * at once: the past stays as it was, and what was to take effect later is replaced.
   */
  saveSchedule: command<Changed>()({
    input: {
      scheduleId: idSchema,
      ...scheduleFields,
      takesEffectAt: v.nullable(epochMsSchema),
      expectedRevision,
    },
    permission: { of: 'team', action: 'configure' },
    labels: { pending: 'Save a schedule', failed: 'The schedule was not saved' },
  }),

  /** With its overrides. Refused while a policy asks it. */
  removeSchedule: command<Changed>()({
    input: { scheduleId: idSchema },
    permission: { of: 'team', action: 'configure' },
    labels: { pending: 'Remove a schedule', failed: 'The schedule was not removed' },
  }),

  /** Makes an escalation policy, or changes it. `policyId` is made by the caller. Pages that run keep theirs. */
  savePolicy: command<Changed>()({
    input: { policyId: idSchema, ...policyFields, expectedRevision },
    permission: { of: 'team', action: 'configure' },
    labels: { pending: 'Save a policy', failed: 'The policy was not saved' },
  }),

  /** Refused while a service has it. */
  removePolicy: command<Changed>()({
    input: { policyId: idSchema },
    permission: { of: 'team', action: 'configure' },
    labels: { pending: 'Remove a policy', failed: 'The policy was not removed' },
  }),

  /** Makes the key of an alert sender. `keyId` is the digest of a key that the caller has drawn and keeps to itself. */
  createIntegration: command<Changed>()({
    input: {
      integrationId: idSchema,
      ...integrationFields,
      kind: senderKindSchema,
      keyId: keyIdSchema,
      keyEnding: keyEndingSchema,
    },
    permission: { of: 'team', action: 'configure' },
    labels: { pending: 'Add an integration', failed: 'The integration was not added' },
  }),

  saveIntegration: command<Changed>()({
    input: { integrationId: idSchema, ...integrationFields, expectedRevision },
    permission: { of: 'team', action: 'configure' },
    labels: { pending: 'Save an integration', failed: 'The integration was not saved' },
  }),

  /** Another key takes the place of the present one, which ends at once or, with `keepPrevious`, after a day. */
  rotateKey: command<Changed>()({
    input: {
      integrationId: idSchema,
      keyId: keyIdSchema,
      keyEnding: keyEndingSchema,
      keepPrevious: v.boolean(),
      expectedRevision,
    },
    permission: { of: 'team', action: 'configure' },
    labels: { pending: 'Rotate a key', failed: 'The key was not rotated' },
  }),

  /** Its keys are refused from then on, for good. */
  revokeIntegration: command<Changed>()({
    input: { integrationId: idSchema },
    permission: { of: 'team', action: 'configure' },
    labels: { pending: 'Revoke a key', failed: 'The key was not revoked' },
  }),

  /** Raises an alert that pages nobody, as if its sender had. */
  sendTestMessage: command<Changed & { alertId: string }>()({
    input: { integrationId: idSchema },
    permission: { of: 'team', action: 'configure' },
    labels: { pending: 'Send a test message', failed: 'The test message was not sent' },
  }),

  /** Somebody is on call in place of somebody else, or of everybody. Responders take shifts themselves; admins give them to others. */
  createOverride: command<Changed>()({
    input: {
      overrideId: idSchema,
      scheduleId: idSchema,
      startsAt: epochMsSchema,
      endsAt: epochMsSchema,
      userId: idSchema,
      insteadOf: v.nullable(idSchema),
    },
    permission: { of: 'team', action: 'ownOverride', exact: overrideAction },
    labels: { pending: 'Take or give a shift', failed: 'The shift was not taken over' },
  }),

  /** To another time; one that has begun keeps its start. */
  moveOverride: command<Changed>()({
    input: { overrideId: idSchema, startsAt: epochMsSchema, endsAt: epochMsSchema },
    permission: {
      of: 'override',
      action: 'ownOverride',
      exact: (override, _, by) => overrideAction(override, by),
    },
    labels: { pending: 'Move an override', failed: 'The override was not moved' },
  }),

  /** One that has begun ends now. */
  removeOverride: command<Changed>()({
    input: { overrideId: idSchema },
    permission: {
      of: 'override',
      action: 'ownOverride',
      exact: (override, _, by) => overrideAction(override, by),
    },
    labels: { pending: 'Take back an override', failed: 'The override was not taken back' },
  }),

  /** Makes a feed of the caller's own. `feedId` is the digest of a secret that the caller has drawn and keeps to itself. */
  createFeed: command<Changed>()({
    input: { feedId: feedIdSchema, scope: feedScopeSchema, scheduleId: v.nullable(idSchema) },
    permission: { of: 'team', action: 'ownFeed' },
    labels: { pending: 'Make a calendar address', failed: 'The calendar address was not made' },
  }),

  /** Ends one of the caller's own feeds: its address answers no more. */
  revokeFeed: command<Changed>()({
    input: { feedId: feedIdSchema },
    permission: { of: 'team', action: 'ownFeed' },
    labels: { pending: 'Revoke a calendar address', failed: 'The calendar address was not revoked' },
  }),
} as const;

export type CommandName = keyof typeof commandCatalogue;
/** What a caller sends. */
export type CommandInput<N extends CommandName> = v.InferInput<(typeof commandCatalogue)[N]['input']>;
/** The same, checked: its ids are ids. */
export type CheckedInput<N extends CommandName> = v.InferOutput<(typeof commandCatalogue)[N]['input']>;
export type CommandOutput<N extends CommandName> = NonNullable<(typeof commandCatalogue)[N]['output']>;

/** The input of a call, checked. What the call does not name is left out. */
export function checkInput<N extends CommandName>(
  name: N,
  input: unknown,
): { readonly ok: true; readonly value: CheckedInput<N> } | Failure {
  const checked = check(commandCatalogue[name].input, input, fieldLabels);
  return checked.ok ? { ok: true, value: checked.value as CheckedInput<N> } : checked;
}

/** What a screen asks `mayRun` of: the entity itself, or the incident that it belongs to. */
type PermissionSubject<N extends CommandName> =
  (typeof commandCatalogue)[N]['permission']['of'] extends infer K extends
    | 'incident'
    | 'alert'
    | 'page'
    | 'override'
    ? SubjectTypes[K]
    : Subject;

/** The subject may be left out where only the role counts, the input where no `exact` permission depends on it. */
export type MayRunArguments<N extends CommandName> = readonly [
  subject?: PermissionSubject<N>,
  input?: Omit<CommandInput<N>, 'teamId' | 'commandId'>,
];

/** Whether the server would let the actor run a command, and if not, why; the reason of a disabled control. */
export function mayRun<N extends CommandName>(
  actor: Actor,
  name: N,
  ...[subject, input]: MayRunArguments<N>
): Verdict {
  const permission: Permission<never> = commandCatalogue[name].permission;
  if (permission.of === 'nobody') return { allowed: true };
  if (permission.of === 'team')
    return may(actor, (input && permission.exact?.(input as never, actor.userId ?? '')) ?? permission.action);
  const exact = subject === undefined ? undefined : permission.exact;
  const action = exact?.(subject as never, input as never, actor.userId ?? '');
  // An override belongs to no incident.
  return may(actor, action ?? permission.action, permission.of === 'override' ? {} : (subject as Subject));
}
