/** Changes that wait, as the outbox keeps them in a client's cache and in the browser's storage. */
import type { Mutation, QueryClient } from '@tanstack/react-query';
import { commandCatalogue, commandScope, incidentScope } from '#api/commands.ts';
import { PortError, toPortError } from '#ports/errors.ts';
import { commandOptions } from './command-options.ts';
import type { FailedCommand } from './commands.ts';
import { type OutboxStorage, StoredEntries } from './outbox-storage.ts';
import {
  isRoomWrite,
  type RoomWrite,
  type RoomWriteCarriers,
  roomWriteKey,
  roomWriteOptions,
} from './room-write.ts';
import { type Command, commandKeys } from './sending.ts';

/** A pending change: a command, or a write of the browser's own about an incident. */
export type OutboxChange = Command | RoomWrite;

/** A change as it is stored. */
export type StoredChange = OutboxChange & {
  /** Rises with every change of this browser, over all its tabs. A version before stored none: such changes are older. */
  readonly position?: number;
};

export const isWrite = (change: OutboxChange): change is RoomWrite => 'entry' in change;
export const changeId = (change: OutboxChange): string =>
  isWrite(change) ? change.entry.id : change.input.commandId;
export const changeTeam = (change: OutboxChange): string =>
  isWrite(change) ? change.entry.teamId : change.input.teamId;
export const changeScope = (change: OutboxChange): string | null =>
  isWrite(change) ? incidentScope(change.entry.incidentId) : commandScope(change);

/** Options of the mutation that sends a change. */
export const changeOptions = (change: OutboxChange, carriers: RoomWriteCarriers) =>
  isWrite(change) ? roomWriteOptions(carriers, change) : commandOptions(change);

/** In the order in which they were given, in whatever tab. */
export const inOrder = (one: StoredChange, other: StoredChange): number =>
  changePosition(one) - changePosition(other) || one.givenAt - other.givenAt;
export const changePosition = ({ position = 0 }: StoredChange): number => position;

export const storedChanges = (storage: OutboxStorage, uid: string) =>
  new StoredEntries(storage, `muster.outbox.${uid}`, isStoredChange);
export const storedFailures = (storage: OutboxStorage, uid: string) =>
  new StoredEntries(storage, `muster.failed-commands.${uid}`, isStoredFailure);

type AnyMutation = Mutation<unknown, Error, unknown>;

const changeKeys: readonly unknown[] = [commandKeys.all[0], roomWriteKey[0]];

/** The change of a mutation; undefined for a mutation of another kind. */
export function changeOfMutation({ options, state }: AnyMutation): OutboxChange | undefined {
  return changeKeys.includes(options.mutationKey?.[0])
    ? (state.variables as OutboxChange | undefined)
    : undefined;
}

/** Mutations of changes, oldest first. */
export const changeMutations = (client: QueryClient): readonly AnyMutation[] =>
  client.getMutationCache().findAll({ predicate: (mutation) => changeOfMutation(mutation) !== undefined });

export const isPending = ({ state }: AnyMutation): boolean => state.status === 'pending';

/** A failed command as JSON. */
export interface StoredFailure {
  readonly command: Command;
  readonly error: Pick<PortError, 'code' | 'message' | 'details'>;
}

export function toStored({ command, error }: FailedCommand): StoredFailure {
  const { code, message, details } = toPortError(error);
  return { command, error: { code, message, details } };
}

export const fromStored = ({ command, error: { code, message, details } }: StoredFailure): FailedCommand => ({
  command,
  error: new PortError(code, message, { details }),
});

function isStoredFailure(value: unknown): value is StoredFailure {
  if (typeof value !== 'object' || value === null || !('command' in value) || !('error' in value))
    return false;
  return isStoredCommand(value.command) && typeof value.error === 'object' && value.error !== null;
}

/** Something else may have written here, and what is no change would fail every start. */
const isStoredChange = (value: unknown): value is StoredChange =>
  isStoredCommand(value) || isRoomWrite(value);

function isStoredCommand(value: unknown): value is Command {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('input' in value)) return false;
  const { name, input } = value;
  const named = typeof name === 'string' && Object.hasOwn(commandCatalogue, name);
  return named && typeof input === 'object' && input !== null && 'commandId' in input;
}
