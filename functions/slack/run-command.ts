/** Runs a command of the catalogue for the member of a Slack session. */
import type { CommandInput, CommandName, CommandOutput } from '#api/commands.ts';
import { commandRecordId } from '#api/command-record.ts';
import { serverPaths } from '#api/server-paths.ts';
import { runForProgram } from '../commands.ts';
import type { SlackSession } from './session.ts';

/** @throws CommandFailed, PortError */
export async function runSlackCommand<N extends CommandName>(
  { server, acting, commandId, askedAt }: SlackSession,
  name: N,
  input: Omit<CommandInput<N>, 'teamId' | 'commandId'>,
): Promise<CommandOutput<N>> {
  const whole = {
    ...input,
    teamId: acting.teamId,
    commandId,
    ageMs: Math.max(0, server.clock.now() - askedAt),
  };
  // The answer is that of the handler of this name.
  return (await runForProgram(name, whole, server, acting)) as CommandOutput<N>;
}

/** Whether the request has run its command before. */
export async function wasCarriedOut({ server, acting, commandId }: SlackSession): Promise<boolean> {
  const path = serverPaths.command(acting.teamId, commandRecordId(acting.userId, commandId));
  return (await server.docs.get(path)).data !== null;
}
