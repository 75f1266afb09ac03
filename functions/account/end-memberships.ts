/**
 * End of the memberships of a person whose account a company's provider has disabled or deleted, by the rule of missing accounts: holdings go
 * to an owner, moved shifts are noticed, the audit has it. A disabled account keeps its profile, and its place in a team in which nobody else has
 * an account: such a team would be deleted, and an account can be enabled again.
 */
import { isDeleted } from '#domain/team/deletion.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { endMissingAccount, heldAtOnce } from './missing-accounts.ts';
import { endMissingMember, successorOf } from './missing-member.ts';
import { membershipsOf } from './teams.ts';

/** Repeated, it changes nothing. */
export async function endMemberships(server: ServerPorts, userId: string): Promise<void> {
  const { users } = server;
  if ((await users.get(userId)) === null) return endMissingAccount(server, userId);
  await transact(server, async (work) => {
    const memberships = await membershipsOf(work, userId);
    const most = Math.ceil(heldAtOnce / Math.max(1, memberships.length));
    for (const membership of memberships) {
      const { team, member } = membership;
      if (isDeleted(team) || (await successorOf(work, users, member)) !== null)
        await endMissingMember(work, users, membership, most);
    }
  });
}
