/** Handler of an owner's decision about a member's recovery. */
import { approveRecovery, cancelRecovery as stopped } from '#domain/account/recovery.ts';
import type { CommandHandler } from '../kernel/command.ts';
import { accept, found } from '../kernel/command-failed.ts';
import { recoveryOf, saveRecovery } from './recovery-state.ts';

export const decideRecovery: CommandHandler<'decideRecovery'> = async ({ userId, approve }, context) => {
  const { work, teamId } = context;
  const before = found(await recoveryOf(work, userId));
  if (!Object.hasOwn(before.teams, teamId)) return found<never>(null);
  const { state } = accept(approve ? approveRecovery(before, teamId, context) : stopped(before, context));
  if (state !== before) await saveRecovery(work, before, state);
  return { revision: state.revision };
};
