/** Granters of grants, loaded to ask whether a grant still counts (`domain/team/grants.ts`). */
import { type MemberGrant, isGrantValid } from '#domain/team/grants.ts';
import type { Invite } from '#domain/team/invite.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { CommandWork } from '../kernel/guard.ts';

export async function isGranted(
  work: Pick<CommandWork, 'get'>,
  teamId: string,
  granterId: string,
  grant: MemberGrant,
): Promise<boolean> {
  return isGrantValid(grant, await work.get(memberSchema, documentPaths.member(teamId, granterId)));
}

export const isInviteGranted = (
  work: Pick<CommandWork, 'get'>,
  { teamId, createdBy, role }: Pick<Invite, 'teamId' | 'createdBy' | 'role'>,
): Promise<boolean> => isGranted(work, teamId, createdBy, { kind: 'invite', role });
