/** Handlers of what a person does to their own account. */
import type { CommandHandlers } from '../kernel/command.ts';
import { decideRecovery } from './decide-recovery.ts';
import { signOutEverywhere } from './sign-out.ts';

export const accountHandlers = { signOutEverywhere, decideRecovery } satisfies Partial<CommandHandlers>;
