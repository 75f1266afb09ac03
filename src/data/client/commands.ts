/**
 * Commands: every change of state is a call with an id of its own, so it can be sent again and is run once. While the backend is out of
 * reach commands wait, in order for each aggregate, and survive a reload. Commands that expire meanwhile fail.
 */
import {
  MutationObserver,
  type MutationState,
  notifyManager,
  onlineManager,
  type QueryClient,
  skipToken,
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { usePushed } from '#react/live-query.ts';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import {
  checkInput,
  type CommandInput,
  type CommandName,
  type CommandOutput,
  commandScope,
} from '#api/commands.ts';
import { encodeError } from '#api/error-encoding.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { PortError } from '#ports/errors.ts';
import { useClock } from './clock.tsx';
import { usePort } from '#react/ports.tsx';
import { commandGiven, commandOptions } from './command-options.ts';
import { adoptEarlier } from './earlier-changes.ts';
import { type Command, commandKeys } from './sending.ts';
import { useTeam } from '../queries/team.tsx';

/** Input of a command without team and command id, which are added. */
export type CommandFields<N extends CommandName> = Omit<CommandInput<N>, 'teamId' | 'commandId'>;
export type CommandMutation<N extends CommandName> = UseMutationResult<
  CommandOutput<N>,
  Error,
  CommandFields<N>
>;

/** Called also after the component that gave the command has gone. */
export type CommandCallbacks<N extends CommandName> = Pick<
  UseMutationOptions<CommandOutput<N>, Error, CommandFields<N>>,
  'onSuccess' | 'onError'
>;

/**
 * The mutation that sends one kind of command. The input is checked before it is sent: what fails the check rejects as a refusal of the
 * server does. `isPaused` while the command waits for the connection.
 */
export function useCommand<N extends CommandName>(
  name: N,
  callbacks: CommandCallbacks<N> = {},
): CommandMutation<N> {
  const client = useQueryClient();
  const docs = usePort(docsToken);
  const clock = useClock();
  const { team } = useTeam();
  const mutation = useMutation<CommandOutput<N>, Error, CommandFields<N>>({
    // The command has a mutation of its own, because its scope depends on the input. That mutation waits for the connection.
    mutationFn: async (given) => {
      const input = { ...given, teamId: team.id, commandId: docs.newId() };
      const checked = checkInput(name, input);
      if (!checked.ok)
        throw new PortError('invalid-argument', checked.error.message, {
          details: encodeError(checked.error),
        });
      const command = commandGiven(name, checked.value, clock.now());
      return sendCommand<CommandOutput<N>>(client, command, { given });
    },
    networkMode: 'always',
    ...callbacks,
  });
  return { ...mutation, isPaused: useIsPaused(mutation.variables) };
}

/** Sends a command by a mutation of its own. Rejects also when the command expires while it waits. */
export async function sendCommand<Output>(
  client: QueryClient,
  command: Command,
  meta: Record<string, unknown>,
): Promise<Output> {
  let expire: (error: Error) => void = () => undefined;
  const expired = new Promise<never>((_, reject) => {
    expire = reject;
  });
  adoptEarlier(client, commandScope(command));
  const options = { ...commandOptions(command), meta: { ...meta, expire } };
  const observer = new MutationObserver<Output, Error, Command>(client, options);
  // An observer that stays would keep the mutation in the cache for ever.
  return Promise.race([observer.mutate(command), expired]).finally(() => observer.reset());
}

/** Gives a command again that expired: under an id of its own, and refused if the page or incident has gone on since it was given. */
export function useGiveAgain(): (command: Command) => Promise<unknown> {
  const client = useQueryClient();
  const docs = usePort(docsToken);
  const clock = useClock();
  return useCallback(
    (command) => {
      const input = { ...command.input, commandId: docs.newId() } as CommandInput<CommandName>;
      return sendCommand(client, commandGiven(command.name, input, clock.now()), {});
    },
    [client, docs, clock],
  );
}

/** Whether the command that was given with this input waits for the connection. */
function useIsPaused(given: object | undefined): boolean {
  const cache = useQueryClient().getMutationCache();
  const subscribe = useCallback(
    (changed: () => void) => {
      const stops = [cache.subscribe(notifyManager.batchCalls(changed)), onlineManager.subscribe(changed)];
      return () => stops.forEach((stop) => stop());
    },
    [cache],
  );
  return useSyncExternalStore(subscribe, () => {
    if (given === undefined) return false;
    const sent = cache.find({
      mutationKey: commandKeys.all,
      exact: false,
      predicate: ({ meta }) => meta?.['given'] === given,
    });
    return sent?.state.status === 'pending' && stateOf(sent.state) === 'offline';
  });
}

const subscribeOnline = (changed: () => void) => onlineManager.subscribe(changed);
const isOnline = () => onlineManager.isOnline();

export interface PendingCommand<N extends CommandName = CommandName> {
  readonly name: N;
  readonly input: CommandInput<N>;
  readonly state: PendingState;
}

/**
 * State of a command without an answer. `sending`: the first attempt. `retrying`: an attempt failed and is made again. `waiting`: another
 * command about the same aggregate has no answer yet. `offline`: it is sent when the connection is back.
 */
export type PendingState = 'sending' | 'retrying' | 'waiting' | 'offline';

function stateOf({ isPaused, failureCount }: Pick<MutationState, 'isPaused' | 'failureCount'>): PendingState {
  if (isPaused) return onlineManager.isOnline() ? 'waiting' : 'offline';
  return failureCount > 0 ? 'retrying' : 'sending';
}

/** Commands of this team that were given here and have no answer yet, oldest first. Of one name, if given. */
export function usePendingCommands<N extends CommandName = CommandName>(
  name?: N,
): readonly PendingCommand<N>[] {
  const { team } = useTeam();
  const pending = useMutationState({
    filters: {
      mutationKey: name === undefined ? commandKeys.all : commandKeys.named(name),
      status: 'pending',
    },
    select: ({ state }) => {
      const command = state.variables as Command<N>;
      return { name: command.name, input: command.input, state: stateOf(state) };
    },
  });
  // A command that waits for another one has no event when the connection comes and goes.
  useSyncExternalStore(subscribeOnline, isOnline);
  return pending.filter(({ input }) => input.teamId === team.id);
}

/** The newest pending command of one kind about one thing: its input has the fields of `target`. */
export function usePendingCommand<N extends CommandName>(
  name: N,
  target: Partial<CommandInput<N>>,
): PendingCommand<N> | undefined {
  return usePendingCommands(name).findLast(({ input }) => {
    const fields = new Map<string, unknown>(Object.entries(input));
    return Object.entries(target).every(([field, value]) => fields.get(field) === value);
  });
}

export interface FailedCommand {
  readonly command: Command;
  readonly error: unknown;
}

/** Cache key of the commands of earlier pages that failed: no component of this page waits for their answers. */
export const failedCommandsKey = ['failed-commands'];

export function setFailedCommands(
  client: QueryClient,
  change: (all: readonly FailedCommand[]) => readonly FailedCommand[],
): void {
  client.setQueryDefaults(failedCommandsKey, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData<readonly FailedCommand[]>(failedCommandsKey, (all = none) => change(all));
}

const none: readonly FailedCommand[] = [];

/** Failed commands of this team that an earlier page gave, until dismissed. Survive a reload. */
export function useFailedCommands(): {
  readonly failed: readonly FailedCommand[];
  dismiss(commandId: string): void;
} {
  const client = useQueryClient();
  const { team } = useTeam();
  const { data = none } = usePushed<readonly FailedCommand[]>({
    queryKey: failedCommandsKey,
    queryFn: skipToken,
    structuralSharing: false,
  });
  return {
    failed: useMemo(() => data.filter(({ command }) => command.input.teamId === team.id), [data, team.id]),
    dismiss(commandId) {
      setFailedCommands(client, (all) => all.filter(({ command }) => command.input.commandId !== commandId));
    },
  };
}
