/**
 * A former member: the name under which their comments and entries are shown, kept after the member document is removed. A deleted account leaves a
 * number in place of the name, the same in all records of the team.
 */
import * as v from 'valibot';
import { entityFields, idSchema, textSchema, wholeNumberSchema } from '../base.ts';
import { limits } from '../constants.ts';
import { revised } from '../transition.ts';
import type { Member } from './schema.ts';

/** `id` and `userId` are the person's; created at the end of the membership. */
export const formerMemberSchema = v.object({
  ...entityFields,
  userId: idSchema,
  /** Empty for a deleted account. */
  displayName: v.union([v.literal(''), textSchema(limits.name)]),
  /** Number of the deleted account in the team, from 1; 0 while the account is there. */
  deletedNumber: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
});
export type FormerMember = v.InferInput<typeof formerMemberSchema>;

export const formerMemberOf = (
  { id, teamId, displayName }: Pick<Member, 'id' | 'teamId' | 'displayName'>,
  now: number,
): FormerMember => ({
  ...{ id, teamId, createdAt: now, createdBy: id, revision: 1 },
  ...{ userId: id, displayName, deletedNumber: 0 },
});

/** Without the name; `deletedNumber`: one that no other of the team has. */
export const withoutName = (former: FormerMember, deletedNumber: number): FormerMember =>
  revised(former, { displayName: '', deletedNumber });

/** “Lin Ødegård (left)”, “Deleted member 2”. */
export const formerName = ({
  displayName,
  deletedNumber,
}: Pick<FormerMember, 'displayName' | 'deletedNumber'>): string =>
  deletedNumber > 0 ? `Deleted member ${deletedNumber}` : `${displayName} (left)`;
