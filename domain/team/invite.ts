/** An invite into a team: a link that one person may use once. Its `id` is the digest of the link's token (`api/invite-token.ts`). */
import * as v from 'valibot';
import { entityFields, epochMsSchema, idSchema, optionalLineSchema } from '../base.ts';
import { day, limits } from '../constants.ts';
import { failure } from '../errors.ts';
import { mailAddressSchema } from '../mail-address.ts';
import type { Action } from '../permissions.ts';
import {
  type Changed,
  changedTo,
  checkMove,
  type Transition,
  type StateTable,
  transitioned,
  type TransitionContext,
  unchanged,
} from '../transition.ts';

/** A team gets another owner by the roles of its members, never by an invite. */
const inviteRoles = ['viewer', 'responder', 'admin'] as const;
export const inviteRoleSchema = v.picklist(inviteRoles);
export type InviteRole = v.InferOutput<typeof inviteRoleSchema>;

/** Chosen by the inviting browser; 160 bits (`api/invite-token.ts`). */
export const inviteTokenSchema = v.pipe(
  idSchema,
  v.regex(/^[0-9a-f]{40}$/u, 'The link of the invite is not complete. Copy all of it.'),
);

/** A token’s digest. */
export const inviteIdSchema = v.pipe(
  idSchema,
  v.regex(/^[0-9a-f]{64}$/u, 'The id of an invite is 64 hexadecimal digits.'),
);

const inviteStatuses = ['open', 'used', 'revoked'] as const;
type InviteStatus = (typeof inviteStatuses)[number];

/** Mail of an invite by the server. `none`: the server sends none. */
const inviteMailStatuses = ['none', 'queued', 'sent', 'failed'] as const;

export const inviteSchema = v.object({
  ...entityFields,
  role: inviteRoleSchema,
  /** Note of the inviting member on the recipient; may be empty. */
  note: optionalLineSchema(limits.name),
  /** Mail address of the invite; any account may accept it. Null: passed on as a link. */
  address: v.nullable(mailAddressSchema),
  expiresAt: epochMsSchema,
  /** Status; an expired invite stays `open`. */
  status: v.picklist(inviteStatuses),
  usedAt: v.nullable(epochMsSchema),
  usedBy: v.nullable(idSchema),
  revokedAt: v.nullable(epochMsSchema),
  revokedBy: v.nullable(idSchema),
  mailStatus: v.optional(v.picklist(inviteMailStatuses), 'none'),
  /** Why the mail could not be sent; empty unless `failed`. */
  mailProblem: v.optional(optionalLineSchema(limits.reason), ''),
});
export type Invite = v.InferInput<typeof inviteSchema>;

export const inviteStates: StateTable<InviteStatus> = { open: ['used', 'revoked'], used: [], revoked: [] };

/** Permission needed to invite into a role. */
export const inviteAction = (role: InviteRole): Action =>
  role === 'admin' ? 'inviteAdmins' : 'inviteMembers';

export type NewInvite = Pick<Invite, 'id' | 'teamId' | 'role' | 'note' | 'address' | 'mailStatus'>;

export function newInvite(what: NewInvite, days: number, context: TransitionContext): Changed<Invite, never> {
  const unused = { usedAt: null, usedBy: null, revokedAt: null, revokedBy: null };
  const { by: createdBy, now: createdAt } = context;
  const begun = { createdAt, createdBy, revision: 1, expiresAt: createdAt + days * day };
  return changedTo<Invite>({ ...what, ...begun, ...unused, status: 'open' }, context);
}

/** Whether it is open and not expired. */
export const isUsable = ({ status, expiresAt }: Pick<Invite, 'status' | 'expiresAt'>, now: number): boolean =>
  status === 'open' && now < expiresAt;

export function revokeInvite(state: Invite, context: TransitionContext): Transition<Invite, never> {
  if (state.status === 'revoked') return unchanged(state);
  if (checkMove(inviteStates, state.status, 'revoked')) {
    const sentence = 'This invite has been used. Remove the person from the team instead.';
    return failure('illegal_transition', { from: state.status, to: 'revoked' }, sentence);
  }
  const { by: revokedBy, now: revokedAt } = context;
  return transitioned(state, { status: 'revoked', revokedAt, revokedBy }, context);
}

/** Outcome of the invite's mail. `problem` null: it was sent. */
export function noteInviteMail(
  state: Invite,
  problem: string | null,
  context: TransitionContext,
): Changed<Invite, never> {
  const mailStatus = problem === null ? 'sent' : 'failed';
  if (state.status !== 'open' || state.mailStatus === mailStatus) return unchanged(state);
  return transitioned(state, { mailStatus, mailProblem: problem ?? '' }, context);
}

/**
 * `state` null: unknown token. `granted`: the inviter could still make it (`isGrantValid`). Unknown, expired, used, revoked and no longer
 * granted have the same error.
 */
export function redeemInvite(
  state: Invite | null,
  granted: boolean,
  context: TransitionContext,
): Transition<Invite, never> {
  if (state === null || !granted || !isUsable(state, context.now))
    return failure('not_found', {}, unusableInvite);
  const { by: usedBy, now: usedAt } = context;
  return transitioned(state, { status: 'used', usedAt, usedBy }, context);
}

/** The one answer to every invite that can’t be used. */
export const unusableInvite =
  'This invite can’t be used: it has expired, was used or withdrawn, or its link is not complete. Ask whoever invited you for a new one.';
