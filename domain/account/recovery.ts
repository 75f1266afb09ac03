/**
 * Recovery of a lost second factor without codes: an owner of every team of the person approves, a day passes, and the person, who is
 * told on every device, can stop it until then.
 */
import * as v from 'valibot';
import { entityFields, epochMsSchema, idSchema, revisionSchema } from '../base.ts';
import { constants, day } from '../constants.ts';
import { failure } from '../errors.ts';
import {
  type Changed,
  changedTo,
  checkMove,
  type StateTable,
  type Transition,
  transitioned,
  type TransitionContext,
  unchanged,
} from '../transition.ts';

const recoveryStatuses = ['open', 'done', 'stopped', 'expired'] as const;
export type RecoveryStatus = (typeof recoveryStatuses)[number];
const statusSchema = v.picklist(recoveryStatuses);

export const recoveryStates: StateTable<RecoveryStatus> = {
  open: ['done', 'stopped', 'expired'],
  done: [],
  stopped: [],
  expired: [],
};

const approvalSchema = v.object({ approvedBy: idSchema, approvedAt: epochMsSchema });

const period = {
  status: statusSchema,
  /** Earliest time of the removal. */
  earliestAt: epochMsSchema,
  /** Time from which on it is no longer carried out. */
  expiresAt: epochMsSchema,
  endedAt: v.nullable(epochMsSchema),
  endedBy: v.nullable(idSchema),
};

/** A person's last request, under the person's id. The server's alone. */
export const recoverySchema = v.object({
  id: idSchema,
  createdAt: epochMsSchema,
  createdBy: idSchema,
  revision: revisionSchema,
  ...period,
  /** Approvals by team; null: none yet. */
  teams: v.record(idSchema, v.nullable(approvalSchema)),
  /** Time of the next step; null once it has ended. */
  dueAt: v.nullable(epochMsSchema),
});
export type Recovery = v.InferInput<typeof recoverySchema>;

/** Recovery as the owners of one team see it. `id` is the person's. */
export const teamRecoverySchema = v.object({
  ...entityFields,
  ...period,
  approvedAt: v.nullable(epochMsSchema),
  approvedBy: v.nullable(idSchema),
  /** Number of other teams whose owners have not approved. */
  othersWaiting: v.number(),
});
export type TeamRecovery = v.InferInput<typeof teamRecoverySchema>;

const isApproved = ({ teams }: Pick<Recovery, 'teams'>): boolean =>
  Object.values(teams).every((approval) => approval !== null);

/** Whether a request is open, or was stopped so recently that another one has to wait. */
const isHeld = (last: Recovery | null, now: number): boolean =>
  last?.status === 'open' ||
  (last?.status === 'stopped' &&
    last.endedAt !== null &&
    now - last.endedAt < constants.recoveryPauseDays * day);

/** `last`: the one before; the same object where another one has to wait. No teams: there is nobody to approve. */
export function startRecovery(
  last: Recovery | null,
  userId: string,
  teamIds: readonly string[],
  now: number,
): Transition<Recovery, never> {
  if (last !== null && isHeld(last, now)) return unchanged(last);
  if (teamIds.length === 0)
    return failure('forbidden', {}, 'You are in no team, so nobody can approve. Use a recovery code.');
  const earliestAt = now + constants.recoveryWaitDays * day;
  const state: Recovery = {
    id: userId,
    createdAt: now,
    createdBy: userId,
    revision: (last?.revision ?? 0) + 1,
    status: 'open',
    earliestAt,
    dueAt: earliestAt,
    expiresAt: now + constants.recoveryExpiryDays * day,
    endedAt: null,
    endedBy: null,
    teams: Object.fromEntries(teamIds.map((teamId) => [teamId, null])),
  };
  return changedTo<Recovery>(state, { by: userId, now });
}

/** An owner of a team approves, but never of their own request: whoever has the person's password could. Again: nothing changes. */
export function approveRecovery(
  state: Recovery,
  teamId: string,
  context: TransitionContext,
): Transition<Recovery, never> {
  const own = ownRequest(state, context);
  if (own !== null) return own;
  const ended = checkOpen(state);
  if (ended !== null) return ended;
  if ((state.teams[teamId as keyof typeof state.teams] ?? null) !== null) return unchanged(state);
  const teams = { ...state.teams, [teamId]: { approvedBy: context.by, approvedAt: context.now } };
  return transitioned(state, { teams }, context);
}

/** Withdraws a team's approval: its owner may no longer give it. Another owner can approve. */
export function withoutApproval(
  state: Recovery,
  teamId: string,
  context: TransitionContext,
): Changed<Recovery, never> {
  const approvals = new Map<string, Recovery['teams'][string]>(Object.entries(state.teams));
  if (state.status !== 'open' || (approvals.get(teamId) ?? null) === null) return unchanged(state);
  return transitioned(state, { teams: Object.fromEntries(approvals.set(teamId, null)) }, context);
}

/** Cancellation by the person, or by an owner of one of the teams. A repeated one changes nothing. */
export function cancelRecovery(state: Recovery, context: TransitionContext): Transition<Recovery, never> {
  if (state.status === 'stopped') return unchanged(state);
  return checkOpen(state) ?? ended(state, 'stopped', context);
}

/** The person's teams as they are now: a team that was left needs no approval, one that was joined does. */
export function withTeams(
  state: Recovery,
  teamIds: readonly string[],
  context: TransitionContext,
): Changed<Recovery, never> {
  const known = new Map<string, Recovery['teams'][string]>(Object.entries(state.teams));
  const same = known.size === teamIds.length && teamIds.every((teamId) => known.has(teamId));
  if (same || state.status !== 'open') return unchanged(state);
  const teams = Object.fromEntries(teamIds.map((teamId) => [teamId, known.get(teamId) ?? null]));
  return transitioned(state, { teams }, context);
}

/** Settles a due recovery: approved by all and after the waiting day, completed; past its time, expired; otherwise unchanged. */
export function settleRecovery(state: Recovery, context: TransitionContext): Changed<Recovery, never> {
  if (state.status !== 'open') return unchanged(state);
  if (context.now >= state.expiresAt) return ended(state, 'expired', context);
  const ready = Object.keys(state.teams).length > 0 && isApproved(state) && context.now >= state.earliestAt;
  return ready ? ended(state, 'done', context) : unchanged(state);
}

const ended = (
  state: Recovery,
  status: Exclude<RecoveryStatus, 'open'>,
  context: TransitionContext,
): Changed<Recovery, never> =>
  transitioned(state, { status, endedAt: context.now, endedBy: context.by, dueAt: null }, context);

const ownRequest = ({ id }: Recovery, { by }: TransitionContext) =>
  id === by ? failure('forbidden', {}, 'You can’t approve your own recovery. Ask another owner.') : null;

function checkOpen({ status }: Recovery) {
  if (checkMove(recoveryStates, status, 'done') === null) return null;
  const sentence = 'This request has ended. The person can make another one at sign-in.';
  return failure('illegal_transition', { from: status, to: 'open' }, sentence);
}

/** Copy of a recovery for the owners of a team. */
export function teamCopy(state: Recovery, teamId: string): TeamRecovery {
  const { id, createdAt, createdBy, revision, status, earliestAt, expiresAt, endedAt, endedBy } = state;
  const approvals = Object.entries(state.teams);
  const own = approvals.find(([one]) => one === teamId)?.[1] ?? null;
  const othersWaiting = approvals.filter(([one, approval]) => one !== teamId && approval === null).length;
  const told = { status, earliestAt, expiresAt, endedAt, endedBy };
  const approval = { approvedAt: own?.approvedAt ?? null, approvedBy: own?.approvedBy ?? null };
  return { id, teamId, createdAt, createdBy, revision, ...told, ...approval, othersWaiting };
}
