/** Sending of commands: in order for each aggregate, and again after a transient failure. */
import type { QueryClient } from '@tanstack/react-query';
import type { CommandInput, CommandName } from '#api/commands.ts';
import { decodeError } from '#api/error-encoding.ts';
import { isPortError } from '#ports/errors.ts';
import type { Functions } from '#ports/functions/functions.ts';
import type { Performance } from '#ports/performance/performance.ts';
import { ageOf, expiredError, hasExpired } from './command-age.ts';

/** A command as it is sent: its name and its whole input. */
export interface Command<N extends CommandName = CommandName> {
  readonly name: N;
  readonly input: CommandInput<N>;
  /** Time at which it was given, epoch milliseconds of this browser. */
  readonly givenAt: number;
  /** Whether it is refused once it is older than `constants.commandExpiryMinutes`. */
  readonly expires: boolean;
}

/** Mutation keys. `all` matches every command. */
export const commandKeys = {
  all: ['command'],
  named: (name: CommandName) => [...commandKeys.all, name],
} as const;

export interface Carriers {
  /** Epoch milliseconds of this browser. */
  now(): number;
  functions(): Functions;
  performance(): Performance;
}

/** Registers how commands are sent. Once per client; the carriers are resolved with the first command. */
export function attachCommands(client: QueryClient, carriers: Carriers): void {
  client.setMutationDefaults(commandKeys.all, {
    mutationFn: commandSender(carriers),
    retry: mayTryAgain,
    retryDelay: waitMs,
    gcTime: 60_000,
  });
  client.setMutationDefaults(commandKeys.named('recordReceipt'), { retry: mayTryReceiptAgain });
}

/**
 * Retry policy; `count` attempts failed before this one. `unauthenticated`: without limit, because renewing the token may take a
 * while after a long time offline, and the end of the session removes its screens. Transient codes: up to 20. `resource-exhausted`:
 * never on the first attempt; on later ones retry, because an earlier attempt may have succeeded and lost its answer.
 */
export const mayTryAgain = (count: number, error: unknown): boolean =>
  isPortError(error, 'unauthenticated') ||
  (count < 20 && isPortError(error, 'unavailable', 'aborted', 'deadline-exceeded')) ||
  (count > 0 &&
    count < 20 &&
    isPortError(error, 'resource-exhausted') &&
    decodeError(error.details) === null);

/** Retry policy of receipts: at most 8 retries, about a minute. A later proof is of no use to who waits for an answer. */
export const mayTryReceiptAgain = (count: number, error: unknown): boolean =>
  count < 8 && mayTryAgain(count, error);

export const waitMs = (count: number): number => Math.min(500 * 2 ** count, 15_000);

/**
 * Calls the function with the command's age. A command that expired before its first attempt in this page is not sent; later the server
 * decides, which knows whether an attempt without an answer was carried out.
 */
function commandSender({ functions, performance, now }: Carriers) {
  const attempted = new Set<string>();
  return async (command: Command): Promise<unknown> => {
    const { name, input } = command;
    if (!attempted.has(input.commandId) && hasExpired(command, now())) throw expiredError(command, now());
    attempted.add(input.commandId);
    const trace = performance().trace(`command_${name}`);
    trace.start();
    try {
      const output = await functions().call(name, { ...input, ageMs: ageOf(command, now()) });
      trace.putAttribute('outcome', 'done');
      return output;
    } catch (error) {
      trace.putAttribute('outcome', isPortError(error) ? error.code : 'unknown');
      throw isPortError(error) && decodeError(error.details)?.code === 'expired'
        ? expiredError(command, now())
        : error;
    } finally {
      trace.stop();
    }
  };
}
