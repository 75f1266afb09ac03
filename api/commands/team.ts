/** A team, its invites and its members. */
import * as v from 'valibot';
import { limits } from '#domain/constants.ts';
import { idSchema, optionalLineSchema, textSchema, timezoneSchema, wholeNumberSchema } from '#domain/base.ts';
import { mailAddressSchema } from '#domain/mail-address.ts';
import { mailDomainSchema, teamRoleSchema, type TeamRole } from '#domain/team/schema.ts';
import {
  inviteAction,
  inviteIdSchema,
  inviteRoleSchema,
  inviteTokenSchema,
  type InviteRole,
} from '#domain/team/invite.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput, expectedRevision } from './fields.ts';

export const teamCommands = {
  /** The caller becomes its owner. `teamId` is made by the caller. */
  createTeam: command<RevisionOutput & { teamId: string }>()({
    input: { name: textSchema(limits.name), timezone: timezoneSchema, displayName: textSchema(limits.name) },
    permission: { of: 'nobody' },
    scope: null,
    labels: { pending: 'Create a team', failed: 'The team was not created' },
  }),

  /** Joins a demonstration team as a responder, or as a viewer without an account; refused for any other team. */
  joinDemonstration: command<RevisionOutput & { role: TeamRole }>()({
    input: { displayName: textSchema(limits.name) },
    permission: { of: 'nobody' },
    scope: null,
    labels: { pending: 'Join the demonstration', failed: 'You did not join the demonstration' },
  }),

  /**
   * Makes an invite. `inviteId` is the digest of a token that the caller has drawn and keeps to itself, or gives so that the server mails the
   * invite to `address`: it is stored nowhere. Output `mail`: whether it is mailed; `limit`: too many were mailed today.
   */
  inviteMember: command<RevisionOutput & { expiresAt: number; mail: 'sending' | 'none' | 'limit' }>()({
    input: {
      inviteId: inviteIdSchema,
      role: inviteRoleSchema,
      note: optionalLineSchema(limits.name),
      address: v.nullable(mailAddressSchema),
      token: v.optional(v.nullable(inviteTokenSchema), null),
      days: wholeNumberSchema(limits.inviteDays.min, limits.inviteDays.max),
    },
    permission: { of: 'team', action: 'inviteMembers', exact: ({ role }) => inviteAction(role) },
    scope: 'inviteId',
    labels: { pending: 'Invite somebody', failed: 'Nobody was invited' },
  }),

  /** Invalidates an invite. Repeated: no effect. Fails for a used invite. */
  revokeInvite: command<RevisionOutput>()({
    input: { inviteId: inviteIdSchema },
    permission: { of: 'team', action: 'inviteMembers' },
    scope: 'inviteId',
    labels: { pending: 'Revoke an invite', failed: 'The invite was not revoked' },
  }),

  /** The caller, who is not in the team, joins it and uses the invite up. Refused for guests. */
  acceptInvite: command<RevisionOutput & { role: InviteRole }>()({
    input: { token: inviteTokenSchema, displayName: textSchema(limits.name) },
    permission: { of: 'nobody' },
    scope: null,
    labels: { pending: 'Join a team', failed: 'You did not join the team' },
  }),

  /** `replacementId` takes over what the member holds, where the new role may no longer hold it. Refused for the last owner. */
  setMemberRole: command<RevisionOutput & { role: TeamRole }>()({
    input: { userId: idSchema, role: teamRoleSchema, replacementId: v.nullable(idSchema), expectedRevision },
    permission: { of: 'team', action: 'manageMembers' },
    scope: 'userId',
    expires: true,
    labels: { pending: 'Set the role of a member', failed: 'The role was not changed' },
  }),

  /** The other becomes an owner, and the caller an admin. */
  transferOwnership: command<RevisionOutput>()({
    input: { userId: idSchema },
    permission: { of: 'team', action: 'manageMembers' },
    scope: 'userId',
    expires: true,
    labels: { pending: 'Transfer the team', failed: 'The team was not transferred' },
  }),

  /** `replacementId` takes over everything that the member holds; null only where nothing needs a person. */
  removeMember: command<RevisionOutput>()({
    input: { userId: idSchema, replacementId: v.nullable(idSchema) },
    permission: { of: 'team', action: 'manageMembers' },
    scope: 'userId',
    expires: true,
    labels: { pending: 'Remove a member', failed: 'The member was not removed' },
  }),

  /** The same for the caller. Refused for the last owner, and for a demonstration team’s own people. */
  leaveTeam: command<RevisionOutput>()({
    input: { replacementId: v.nullable(idSchema) },
    permission: { of: 'team', action: 'read' },
    scope: null,
    expires: true,
    labels: { pending: 'Leave the team', failed: 'You did not leave the team' },
  }),

  /** The team's settings, all of them. `fallbackPeople` work on incidents; `mailDomains` empty lets every address join. */
  saveTeam: command<RevisionOutput>()({
    input: {
      name: textSchema(limits.name),
      timezone: timezoneSchema,
      fallbackPeople: v.pipe(v.array(idSchema), v.maxLength(limits.peoplePerLayer)),
      mailDomains: v.pipe(v.array(mailDomainSchema), v.maxLength(limits.mailDomains)),
      expectedRevision,
    },
    permission: { of: 'team', action: 'configure' },
    scope: 'teamId',
    labels: { pending: 'Save the team’s settings', failed: 'The team’s settings were not saved' },
  }),

  /**
   * Stops everything in the team at once, for 14 days in which an owner can restore it; then it is gone for good. `name`: the
   * team's, as it was typed. Refused for a demonstration.
   */
  deleteTeam: command<RevisionOutput>()({
    input: { name: textSchema(limits.name) },
    permission: { of: 'team', action: 'deleteTeam' },
    scope: 'teamId',
    expires: true,
    labels: { pending: 'Delete the team', failed: 'The team was not deleted' },
    whileDeleted: true,
  }),

  /** Undoes `deleteTeam`. Pages that ended with it stay ended. */
  restoreTeam: command<RevisionOutput>()({
    input: {},
    permission: { of: 'team', action: 'deleteTeam' },
    scope: 'teamId',
    labels: { pending: 'Restore the team', failed: 'The team was not restored' },
    whileDeleted: true,
  }),
} as const;
