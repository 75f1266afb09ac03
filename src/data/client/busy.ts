import type { CommandInput, CommandName } from '#api/commands.ts';
import { usePendingCommand } from './commands.ts';
import { pendingText } from './pending-text.ts';

/**
 * State of a command for the `busy` of its control: `word` while it is sent, another while it waits or is sent again; false while none
 * with these fields is pending.
 */
export function useBusyWord<N extends CommandName>(
  name: N,
  target: Partial<CommandInput<N>>,
  word: string,
): string | false {
  const pending = usePendingCommand(name, target);
  return pending !== undefined && pendingText(pending.state, word);
}
