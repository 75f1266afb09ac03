/** Grants that a member gave and that have not taken effect: they end with the right to give them. */
import { recoverySchema, teamRecoverySchema, withoutApproval } from '#domain/account/recovery.ts';
import { inviteSchema, revokeInvite } from '#domain/team/invite.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { query, where } from '#ports/docs/query.ts';
import { saveRecovery } from '../../account/recovery-state.ts';
import { accept } from '../../kernel/command-failed.ts';
import { commandWork } from '../../kernel/system.ts';
import type { HoldingKind } from './kind.ts';

/** Open invites, expired ones too: revoked. */
export const invites: HoldingKind = {
  async find(work, teamId, userId) {
    const own = [where('createdBy', '==', userId), where('status', '==', 'open')];
    const found = await work.find(inviteSchema, query(collectionPaths.invites(teamId), ...own));
    return found.map(({ id, role }) => ({
      holdings: [{ kind: 'invite' as const, role }],
      async replace(given, { by }) {
        const path = documentPaths.invite(teamId, id);
        const current = await given.get(inviteSchema, path);
        if (current?.status === 'open')
          given.save(path, accept(revokeInvite(current, { by, now: given.now })).state);
      },
    }));
  },
};

/** Approvals of open recoveries: withdrawn, so that another owner can approve. */
export const approvals: HoldingKind = {
  async find(work, teamId, userId) {
    const own = [where('approvedBy', '==', userId), where('status', '==', 'open')];
    const found = await work.find(teamRecoverySchema, query(collectionPaths.recoveries(teamId), ...own));
    return found.map(({ id }) => ({
      holdings: [{ kind: 'approval' as const }],
      async replace(given, { by }) {
        const current = await given.get(recoverySchema, serverPaths.accountRecovery(id));
        if (current === null) return;
        const { state } = withoutApproval(current, teamId, { by, now: given.now });
        if (state !== current) await saveRecovery(commandWork(given), current, state);
      },
    }));
  },
};
