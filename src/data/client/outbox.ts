/**
 * Commands that wait for the connection, and those that failed after a reload, kept across reloads. Every tab of one person may send
 * what it finds here: commands carry ids, so the server does each once.
 */
import { hydrate, type Mutation, type QueryClient } from '@tanstack/react-query';
import { PortError, toPortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { commandCatalogue } from '#api/commands.ts';
import { type FailedCommand, failedCommandsKey, setFailedCommands } from './commands.ts';
import { type Command, commandKeys, commandOptions } from './sending.ts';

/** The part of the browser's `Storage` that is used. */
export interface OutboxStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const storageKey = (uid: string) => `muster.outbox.${uid}`;
const failedKey = (uid: string) => `muster.failed-commands.${uid}`;

/**
 * Restores what an earlier page left, then keeps the store in step until stopped. Commands of all teams of the person are sent, each
 * to the team that it names; one that was stored without a team is sent to `teamId`.
 */
export function attachOutbox(
  client: QueryClient,
  storage: OutboxStorage,
  uid: string,
  teamId: string,
): Unsubscribe {
  const key = storageKey(uid);
  const commands = read(storage, key).map((command) => withTeam(command, teamId));
  if (commands.length > 0) write(storage, key, commands);
  for (const command of commands) restore(client, command);
  setFailedCommands(client, () => readFailed(storage, failedKey(uid)));
  const stopFailed = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== failedCommandsKey[0]) return;
    write(storage, failedKey(uid), (query.state.data as readonly FailedCommand[]).map(stored));
  });
  void client.resumePausedMutations();
  const stopPending = client.getMutationCache().subscribe((event) => {
    if (!event.mutation || event.type === 'removed' || !isCommand(event.mutation)) return;
    keep(storage, key, event.mutation);
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    // No component of this page waits for the answer of a restored command.
    const { error } = event.action;
    if (event.mutation.meta === restoredMeta)
      setFailedCommands(client, (all) => [
        ...all,
        { command: event.mutation.state.variables as Command, error },
      ]);
  });
  return () => {
    stopFailed();
    stopPending();
  };
}

/** Removes the commands of a team that wait, and those that failed. */
export function forgetCommandsOf(
  client: QueryClient,
  storage: OutboxStorage,
  uid: string,
  teamId: string,
): void {
  const cache = client.getMutationCache();
  for (const mutation of cache.findAll({ mutationKey: commandKeys.all, status: 'pending' }))
    if ((mutation.state.variables as Command).input.teamId === teamId) cache.remove(mutation);
  write(
    storage,
    storageKey(uid),
    read(storage, storageKey(uid)).filter(({ input }) => input.teamId !== teamId),
  );
  const failed = readFailed(storage, failedKey(uid));
  write(storage, failedKey(uid), failed.filter(({ command }) => command.input.teamId !== teamId).map(stored));
}

/** A failed command as JSON. */
interface StoredFailure {
  readonly command: Command;
  readonly error: Pick<PortError, 'code' | 'message' | 'details'>;
}

function stored({ command, error }: FailedCommand): StoredFailure {
  const { code, message, details } = toPortError(error);
  return { command, error: { code, message, details } };
}

const readFailed = (storage: OutboxStorage, key: string): readonly FailedCommand[] =>
  readList(storage, key)
    .filter(isStoredFailure)
    .map(({ command, error: { code, message, details } }) => ({
      command,
      error: new PortError(code, message, { details }),
    }));

function isStoredFailure(value: unknown): value is StoredFailure {
  if (typeof value !== 'object' || value === null || !('command' in value) || !('error' in value))
    return false;
  return isStoredCommand(value.command) && typeof value.error === 'object' && value.error !== null;
}

const restoredMeta = { restored: true };

const withTeam = (command: Command, teamId: string): Command =>
  ({ ...command, input: { ...command.input, teamId: command.input.teamId ?? teamId } }) as Command;

type AnyMutation = Mutation<unknown, Error, unknown>;

const isCommand = (mutation: AnyMutation) => mutation.options.mutationKey?.[0] === commandKeys.all[0];

const waiting = (client: QueryClient): readonly Command[] =>
  client
    .getMutationCache()
    .findAll({ mutationKey: commandKeys.all, status: 'pending' })
    .map((mutation) => mutation.state.variables as Command);

function restore(client: QueryClient, command: Command): void {
  const known = waiting(client).some((other) => other.input.commandId === command.input.commandId);
  if (known) return;
  hydrate(client, {
    mutations: [
      {
        ...commandOptions(command),
        meta: restoredMeta,
        state: {
          context: undefined,
          data: undefined,
          error: null,
          failureCount: 0,
          failureReason: null,
          isPaused: true,
          status: 'pending',
          submittedAt: command.givenAt,
          variables: command,
        },
      },
    ],
    queries: [],
  });
}

/** Changes one command's entry and leaves the others alone: they may be another tab's. */
function keep(storage: OutboxStorage, key: string, mutation: AnyMutation): void {
  const command = mutation.state.variables as Command | undefined;
  if (!command) return;
  const kept = read(storage, key);
  const others = kept.filter((other) => other.input.commandId !== command.input.commandId);
  if (mutation.state.status === 'pending') {
    if (others.length === kept.length) write(storage, key, [...kept, command]);
  } else if (others.length < kept.length) write(storage, key, others);
}

const read = (storage: OutboxStorage, key: string): readonly Command[] =>
  readList(storage, key).filter(isStoredCommand);

function readList(storage: OutboxStorage, key: string): readonly unknown[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Something else may have written here, and what is no command would fail every start. */
function isStoredCommand(value: unknown): value is Command {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('input' in value)) return false;
  const { name, input } = value;
  const named = typeof name === 'string' && Object.hasOwn(commandCatalogue, name);
  return named && typeof input === 'object' && input !== null && 'commandId' in input;
}

function write(storage: OutboxStorage, key: string, list: readonly object[]): void {
  try {
    if (list.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(list));
  } catch {
    // Full or forbidden: the commands live as long as the page.
  }
}
