/**
 * Commands: every change of state is a call with an id of its own, so it can be sent again and is done once. While the
 * backend is out of reach commands wait, in order, and survive a reload.
 */
import {
  type QueryClient,
  skipToken,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { checkInput, type CallInput, type CallName, type CallOutput } from '#api/commands.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { PortError } from '#ports/errors.ts';
import { useClock } from './clock.tsx';
import { usePort } from './ports.tsx';
import { type Command, commandKeys, sendCommand } from './sending.ts';
import { useTeam } from '../queries/team.tsx';

type OwnInput<N extends CallName> = Omit<CallInput<N>, 'teamId' | 'commandId'>;

export interface CommandHandle<N extends CallName> {
  /** Gives the command; rejects with what the server (or the check before it) refused. Waits while offline. */
  run(input: OwnInput<N>): Promise<CallOutput<N>>;
  /** On its way or waiting for the connection. */
  readonly busy: boolean;
  /** Waiting for the connection. */
  readonly waiting: boolean;
  readonly error: unknown;
  reset(): void;
}

/** How to give one kind of command. */
export function useCommand<N extends CallName>(name: N): CommandHandle<N> {
  const docs = usePort(docsToken);
  const clock = useClock();
  const { team } = useTeam();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (command: Command) => sendCommand(client, command),
    networkMode: 'always',
  });
  return {
    async run(own) {
      const input = { ...own, teamId: team.id, commandId: docs.newId() };
      const checked = checkInput(name, input);
      if (!checked.ok)
        throw new PortError('invalid-argument', checked.error.message, {
          details: { muster: checked.error },
        });
      const command = { name, input: checked.value, givenAt: clock.now() };
      return (await mutation.mutateAsync(command as Command)) as CallOutput<N>;
    },
    busy: mutation.isPending,
    waiting: mutation.isPaused,
    error: mutation.error,
    reset: mutation.reset,
  };
}

export interface PendingCommand {
  readonly command: Command;
  /** Waiting for the connection, rather than on its way. */
  readonly waiting: boolean;
}

/** Commands given here that the server has not answered yet, oldest first. */
export function usePendingCommands(): readonly PendingCommand[] {
  return useMutationState({
    filters: { mutationKey: commandKeys.all, status: 'pending' },
    select: (mutation) => ({
      command: mutation.state.variables as Command,
      waiting: mutation.state.isPaused,
    }),
  });
}

/** Those of one kind, with what they say. */
export function pendingOf<N extends CallName>(
  pending: readonly PendingCommand[],
  name: N,
): readonly { readonly input: CallInput<N>; readonly waiting: boolean }[] {
  return pending
    .filter(({ command }) => command.name === name)
    .map(({ command, waiting }) => ({ input: command.input as CallInput<N>, waiting }));
}

export interface RefusedCommand {
  readonly command: Command;
  readonly error: unknown;
}

const refusedKey = ['refused-commands'];

/** Keeps what was refused while nobody was there to be told: commands that an earlier page had given. */
export function keepRefused(client: QueryClient, command: Command, error: unknown): void {
  client.setQueryDefaults(refusedKey, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData<readonly RefusedCommand[]>(refusedKey, (all = []) => [...all, { command, error }]);
}

/** Commands of an earlier page that the server refused, until they are dismissed. */
export function useRefusedCommands(): {
  readonly refused: readonly RefusedCommand[];
  dismiss(commandId: string): void;
} {
  const client = useQueryClient();
  const { data = [] } = useQuery<readonly RefusedCommand[]>({
    queryKey: refusedKey,
    queryFn: skipToken,
    structuralSharing: false,
  });
  return {
    refused: data,
    dismiss(commandId) {
      client.setQueryData<readonly RefusedCommand[]>(refusedKey, (all = []) =>
        all.filter(({ command }) => command.input.commandId !== commandId),
      );
    },
  };
}
