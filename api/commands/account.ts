/** A person’s account. */
import * as v from 'valibot';
import { idSchema } from '#domain/base.ts';
import { profileFields, shiftReminderSchema } from '#domain/team/schema.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput, expectedRevision } from './fields.ts';

export const accountCommands = {
  /** The caller's profile, the same in all their teams. The revision is that of the member of this team. */
  saveProfile: command<RevisionOutput>()({
    input: {
      ...profileFields,
      shiftReminderHours: v.exactOptional(shiftReminderSchema),
      weeklyReadiness: v.exactOptional(v.boolean()),
      expectedRevision,
    },
    permission: { of: 'team', action: 'editProfile' },
    scope: null,
    labels: { pending: 'Save your profile', failed: 'Your profile was not saved' },
  }),

  /**
   * An owner approves a member's request to recover their second factor, or stops it. Carried out once an owner of each of the person's
   * teams has approved and a day has passed. Owners can't decide on their own.
   */
  decideRecovery: command<RevisionOutput>()({
    input: { userId: idSchema, approve: v.boolean() },
    permission: { of: 'team', action: 'recoverMembers' },
    scope: 'userId',
    labels: { pending: 'Decide about a recovery', failed: 'The recovery was not decided' },
  }),
} as const;
