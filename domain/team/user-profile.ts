/** Product data of a person, beside that of sign-in. Belongs to no team, so it has no `teamId`. */
import * as v from 'valibot';
import { constants, limits } from '../constants.ts';
import { epochMsSchema, idSchema, revisionSchema, textSchema, wholeNumberSchema } from '../base.ts';
import { teamRoleSchema } from './schema.ts';

export const userProfileSchema = v.object({
  id: idSchema,
  createdAt: epochMsSchema,
  createdBy: idSchema,
  revision: revisionSchema,
  displayName: textSchema(limits.name),
  /** The teams this person is in, by team id. */
  teams: v.record(idSchema, teamRoleSchema),
  /** Deleted teams of theirs that can still be restored: copied here, for they can't read the team. */
  deletedTeams: v.optional(
    v.record(
      idSchema,
      v.object({ name: textSchema(limits.name), deletedAt: epochMsSchema, byName: v.string() }),
    ),
    {},
  ),
  /** Time of the last sign-out everywhere (`domain/account/sessions.ts`). */
  sessionsEndedAt: v.optional(v.nullable(epochMsSchema), null),
  /** Recovery codes that were not used yet, and when they were made; null: none were made. */
  recoveryCodesLeft: v.optional(wholeNumberSchema(0, constants.recoveryCodes), 0),
  recoveryCodesAt: v.optional(v.nullable(epochMsSchema), null),
  /** An open request to recover the second factor (`domain/account/recovery.ts`): since when, and not carried out before; null: none. */
  recoveryRequestedAt: v.optional(v.nullable(epochMsSchema), null),
  recoveryEarliestAt: v.optional(v.nullable(epochMsSchema), null),
  /** Time at which a recovery removed the second factors; null once the person has dealt with it. */
  factorsRemovedAt: v.optional(v.nullable(epochMsSchema), null),
});
export type UserProfile = v.InferInput<typeof userProfileSchema>;
