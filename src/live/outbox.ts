/**
 * Commands that wait for the connection, kept across a reload. Every tab of one person may send what it finds here:
 * commands carry ids, so the server does each once. The tabs share one list: each puts in and takes out its own.
 */
import { hydrate, type Mutation, type QueryClient } from '@tanstack/react-query';
import { calls } from '#domain/calls.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { commandKey, commandScope, keepRefused, type Command } from './commands.ts';

/** The part of the browser's `Storage` that is used. */
export interface OutboxStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const storageKey = (uid: string) => `muster.outbox.${uid}`;

/** Puts back what an earlier page left, then keeps the store in step until stopped. */
export function attachOutbox(client: QueryClient, storage: OutboxStorage, uid: string): Unsubscribe {
  const key = storageKey(uid);
  const mine = new Set<string>();
  const restored = new Set<string>();
  const keep = () => {
    const pending = waiting(client);
    for (const { input } of pending) mine.add(input.commandId);
    const others = read(storage, key).filter(({ input }) => !mine.has(input.commandId));
    write(storage, key, [...others, ...pending]);
  };
  for (const command of read(storage, key)) {
    restore(client, command);
    restored.add(command.input.commandId);
  }
  keep();
  void client.resumePausedMutations();
  return client.getMutationCache().subscribe((event) => {
    if (!event.mutation || !isCommand(event.mutation)) return;
    keep();
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const command = event.mutation.state.variables as Command;
    if (restored.delete(command.input.commandId)) keepRefused(client, command, event.action.error);
  });
}

const isCommand = (mutation: Mutation<unknown, Error, unknown>) =>
  mutation.options.mutationKey?.[0] === commandKey[0];

const waiting = (client: QueryClient): readonly Command[] =>
  client
    .getMutationCache()
    .findAll({ mutationKey: commandKey, status: 'pending' })
    .map((mutation) => mutation.state.variables as Command);

function restore(client: QueryClient, command: Command): void {
  const known = waiting(client).some((other) => other.input.commandId === command.input.commandId);
  if (known) return;
  hydrate(client, {
    mutations: [
      {
        mutationKey: commandKey,
        scope: commandScope,
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

function read(storage: OutboxStorage, key: string): readonly Command[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isStoredCommand) : [];
  } catch {
    return [];
  }
}

/** Something else may have written here; what is no command would end every later one. */
function isStoredCommand(value: unknown): value is Command {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('input' in value)) return false;
  const { name, input } = value;
  const named = typeof name === 'string' && Object.hasOwn(calls, name);
  return named && typeof input === 'object' && input !== null && 'commandId' in input;
}

function write(storage: OutboxStorage, key: string, commands: readonly Command[]): void {
  try {
    if (commands.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(commands));
  } catch {
    // Full or forbidden: the commands live as long as the page.
  }
}
