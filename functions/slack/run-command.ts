/** Runs a command of the catalogue for the member of a Slack session. */
import type { CommandInput, CommandName, CommandOutput } from '#api/commands.ts';
import { runForProgram } from '../commands.ts';
import type { SlackSession } from './session.ts';

/** @throws CommandFailed, PortError */
export async function runSlackCommand<N extends CommandName>(
  { server, acting, commandId }: SlackSession,
  name: N,
  input: Omit<CommandInput<N>, 'teamId' | 'commandId'>,
): Promise<CommandOutput<N>> {
  const whole = { ...input, teamId: acting.teamId, commandId };
  // The answer is that of the handler of this name.
  return (await runForProgram(name, whole, server, acting)) as CommandOutput<N>;
}
