/**
 * Grants: what a member gave that takes effect later, by the act of somebody else or by time. A grant counts only while its granter could
 * still give it. `MemberGrant` names every kind; `isGrantValid` is asked when one takes effect, and by the holdings when its granter leaves or
 * changes roles.
 *
 * No grants: what takes effect at once (membership, access to a private incident), what is the team's own (keys of integrations, schedules,
 * policies, maintenance windows), and a request for cover, which stands for the person whose shift it is and lapses with that shift.
 */
import { may, type Action, type Subject } from '../permissions.ts';
import { inviteAction, type InviteRole } from './invite.ts';
import type { Member } from './schema.ts';

export type MemberGrant =
  | { readonly kind: 'invite'; readonly role: InviteRole }
  | { readonly kind: 'approval' }
  /** A role of an incident's room, offered to somebody. */
  | { readonly kind: 'offer'; readonly incident: Subject };

/** `granter` null: not in the team. */
export function isGrantValid(grant: MemberGrant, granter: Pick<Member, 'id' | 'role'> | null): boolean {
  if (granter === null) return false;
  const subject = grant.kind === 'offer' ? grant.incident : {};
  return may({ userId: granter.id, role: granter.role }, actionOf(grant), subject).allowed;
}

/** The permission that giving it needs. */
function actionOf(grant: MemberGrant): Action {
  switch (grant.kind) {
    case 'invite':
      return inviteAction(grant.role);
    case 'approval':
      return 'recoverMembers';
    case 'offer':
      return 'assignRole';
  }
}
