/** Handlers of what a person does to their own account. */
import type { CommandHandlers } from '../kernel/command.ts';
import { decideRecovery } from './decide-recovery.ts';

export const accountHandlers = { decideRecovery } satisfies Partial<CommandHandlers>;
