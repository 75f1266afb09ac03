/** How commands are carried out: one after the other, and again when the way was at fault. */
import type { QueryClient } from '@tanstack/react-query';
import type { CallInput, CallName } from '#api/commands.ts';
import { decodeError } from '#domain/errors.ts';
import { isPortError } from '#ports/errors.ts';
import type { Functions } from '#ports/functions/functions.ts';
import type { Performance } from '#ports/performance/performance.ts';

/** A command on its way: what it is, and everything it says. */
export interface Command<N extends CallName = CallName> {
  readonly name: N;
  readonly input: CallInput<N>;
  /** When it was given, epoch milliseconds of this browser. */
  readonly givenAt: number;
}

export const commandKey = ['command'];
/** One after the other: what was done first lands first. */
export const commandScope = { id: 'commands' };

export interface Carriers {
  functions(): Functions;
  performance(): Performance;
}

/** Teaches the client how commands are carried out. Once per client; the carriers are asked for with the first command. */
export function attachCommands(client: QueryClient, carriers: Carriers): void {
  client.setMutationDefaults(commandKey, {
    mutationFn: (command: Command) => send(carriers, command),
    retry: mayTryAgain,
    retryDelay: waitMs,
    gcTime: 60_000,
  });
}

/**
 * After so many attempts that failed before, this one so. Too much at once is told at the first attempt; later ones go on, because
 * an earlier one may have been done though its answer was lost, and to call it refused would be wrong. What was taken for nobody's is
 * tried until it is not: only who is signed in gives commands, but after long offline it may take a while to renew their token, and
 * a session that is over takes its screens with it.
 */
export const mayTryAgain = (count: number, error: unknown): boolean =>
  isPortError(error, 'unauthenticated') ||
  (count < 20 && isPortError(error, 'unavailable', 'aborted', 'deadline-exceeded')) ||
  (count > 0 &&
    count < 20 &&
    isPortError(error, 'resource-exhausted') &&
    decodeError(error.details) === null);
export const waitMs = (count: number): number => Math.min(500 * 2 ** count, 15_000);

async function send({ functions, performance }: Carriers, command: Command): Promise<unknown> {
  const trace = performance().trace(`command_${command.name}`);
  trace.start();
  try {
    const output = await functions().call(command.name, command.input);
    trace.putAttribute('outcome', 'done');
    return output;
  } catch (error) {
    trace.putAttribute('outcome', isPortError(error) ? error.code : 'unknown');
    throw error;
  } finally {
    trace.stop();
  }
}
