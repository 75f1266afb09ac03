/** Command options from the catalogue, apart from the sender: the sign-in screen loads the sender without the catalogue. */
import { type CommandInput, type CommandName, commandScope, mayExpire } from '#api/commands.ts';
import { type Command, commandKeys } from './sending.ts';

/** A command that was given at that time, epoch milliseconds of this browser. */
export const commandGiven = <N extends CommandName>(
  name: N,
  input: CommandInput<N>,
  givenAt: number,
): Command<N> => ({ name, input, givenAt, expires: mayExpire({ name, input }) });

/** Key and scope of a command's mutation; a command restored after a reload gets the same. */
export function commandOptions(command: Command) {
  const scope = commandScope(command);
  return { mutationKey: commandKeys.named(command.name), ...(scope !== null && { scope: { id: scope } }) };
}
