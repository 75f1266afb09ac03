/** Handler of an owner's decision about a member's recovery. */
import { approveRecovery, cancelRecovery as stopped } from '#domain/account/recovery.ts';
import type { CommandHandler } from '../kernel/command.ts';
import { accept, found } from '../kernel/command-failed.ts';
import { recoveryOf, saveRecovery, withValidApprovals } from './recovery-state.ts';

export const decideRecovery: CommandHandler<'decideRecovery'> = async ({ userId, approve }, context) => {
  const { work, teamId } = context;
  const before = found(await recoveryOf(work, userId));
  if (!Object.hasOwn(before.teams, teamId)) return found<never>(null);
  const valid = await withValidApprovals(work, before, context);
  const { state } = accept(approve ? approveRecovery(valid, teamId, context) : stopped(valid, context));
  if (state !== before) await saveRecovery(work, before, state);
  return { revision: state.revision };
};
