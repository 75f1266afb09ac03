/**
 * Changes that wait, commands and what the browser stores itself about incidents, kept across reloads in one order. Every tab of one
 * person may send what it finds here: each change carries an id, so the server does it once.
 */
import { hydrate, onlineManager, type QueryClient } from '@tanstack/react-query';
import { mayExpire } from '#api/commands.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { LiveClock } from './clock.tsx';
import { expiredError, hasExpired } from './command-age.ts';
import { type FailedCommand, failedCommandsKey, setFailedCommands } from './commands.ts';
import { onGiving } from './earlier-changes.ts';
import { addFailedRoomWrite } from './failed-room-writes.ts';
import {
  type OutboxChange,
  changeMutations,
  changeOfMutation,
  changeOptions,
  fromStored,
  changeId,
  inOrder,
  isPending,
  isWrite,
  changePosition,
  changeScope,
  type StoredChange,
  storedChanges,
  storedFailures,
  changeTeam,
  toStored,
} from './outbox-changes.ts';
import type { OutboxStorage } from './outbox-storage.ts';
import { foreignRoomWritesKey } from './pending-room-writes.ts';
import type { RoomWrite, RoomWriteCarriers } from './room-write.ts';
import { type Command, commandKeys } from './sending.ts';

/** Milliseconds between two looks for commands that have expired, and for changes that a closed tab has left. */
const beatMs = 5_000;

/** Milliseconds without an answer, while there is a connection, after which a change of another tab counts as left. */
const leftAfterMs = 30_000;

export interface OutboxOwner {
  readonly uid: string;
  /** The team of commands that were stored without one. */
  readonly teamId: string;
}

export interface OutboxOptions {
  readonly clock: LiveClock;
  /** Carriers of what the browser stores itself. */
  readonly carriers: RoomWriteCarriers;
  /** Called with the number of changes that the storage refuses: a reload loses them. */
  onUnstored?(count: number): void;
}

/**
 * Restores what an earlier page left, then keeps the store in step until stopped. Changes of all teams of the person are sent, each
 * to the team that it names.
 */
export function attachOutbox(
  client: QueryClient,
  storage: OutboxStorage,
  owner: OutboxOwner,
  options: OutboxOptions,
): Unsubscribe {
  dropOthers(client, owner.uid);
  return new Outbox(client, storage, owner, options).attach();
}

/** Removes the changes of a team that wait, and the commands that failed. */
export function forgetChangesOf(
  client: QueryClient,
  storage: OutboxStorage,
  uid: string,
  teamId: string,
): void {
  for (const mutation of changeMutations(client).filter(isPending))
    if (changeTeam(mutation.state.variables as OutboxChange) === teamId)
      client.getMutationCache().remove(mutation);
  const changes = storedChanges(storage, uid);
  for (const change of changes.all()) if (changeTeam(change) === teamId) changes.remove(changeId(change));
  const failures = storedFailures(storage, uid);
  for (const { command } of failures.all())
    if (command.input.teamId === teamId) failures.remove(changeId(command));
}

/** Person whose changes are in a client's cache. */
const owners = new WeakMap<QueryClient, string>();

/** Changes of the person who was signed in before are not sent: they stay stored until that person signs in again. */
function dropOthers(client: QueryClient, uid: string): void {
  const former = owners.get(client);
  owners.set(client, uid);
  if (former === undefined || former === uid) return;
  for (const mutation of changeMutations(client)) client.getMutationCache().remove(mutation);
}

const restoredMeta = { restored: true };

class Outbox {
  private readonly client: QueryClient;
  private readonly storage: OutboxStorage;
  private readonly owner: OutboxOwner;
  private readonly options: OutboxOptions;
  private readonly changes;
  private readonly failures;
  /** Changes that the storage has refused, by id. */
  private readonly unstored = new Map<string, StoredChange>();
  /** When a stored change of another tab was first seen while there was a connection, by id. */
  private readonly seenAt = new Map<string, number>();

  constructor(client: QueryClient, storage: OutboxStorage, owner: OutboxOwner, options: OutboxOptions) {
    this.client = client;
    this.storage = storage;
    this.owner = owner;
    this.options = options;
    this.changes = storedChanges(storage, owner.uid);
    this.failures = storedFailures(storage, owner.uid);
  }

  attach(): Unsubscribe {
    const { client, owner, options } = this;
    this.changes.takeOver(`muster.outbox.${owner.uid}`, changeId);
    this.failures.takeOver(`muster.failed-commands.${owner.uid}`, ({ command }) => changeId(command));
    for (const change of this.stored()) this.restore(change);
    setFailedCommands(client, () => this.failures.all().map(fromStored));
    const stopFailures = this.keepFailures();
    this.beat();
    this.showForeign();
    void client.resumePausedMutations();
    const stops = [
      stopFailures,
      this.keepPending(),
      options.clock.every(beatMs, () => this.beat()),
      onGiving(client, (scope) => this.adopt((change) => changeScope(change) === scope)),
      this.storage.watch(() => this.showForeign()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  private stored(): readonly StoredChange[] {
    return this.changes
      .all()
      .map((change) => this.withTeam(change))
      .toSorted(inOrder);
  }

  private withTeam(change: StoredChange): StoredChange {
    if (isWrite(change) || change.input.teamId !== undefined) return change;
    const input = Object.assign({}, change.input, { teamId: this.owner.teamId });
    const named: StoredChange = { ...change, input };
    this.changes.put(changeId(named), named);
    return named;
  }

  /** Sends what other tabs have given as if it had been given here, after what waits here. */
  private adopt(isWanted: (change: StoredChange) => boolean): void {
    const foreign = this.foreign().filter(isWanted);
    if (foreign.length === 0) return;
    for (const change of foreign) this.restore(change);
    this.showForeign();
    void this.client.resumePausedMutations();
  }

  /** Stored changes that this tab does not know. */
  private foreign(): readonly StoredChange[] {
    const known = new Set(
      changeMutations(this.client).map((mutation) => changeId(mutation.state.variables as OutboxChange)),
    );
    return this.stored().filter((change) => !known.has(changeId(change)));
  }

  private showForeign(): void {
    this.client.setQueryDefaults(foreignRoomWritesKey, { gcTime: Number.POSITIVE_INFINITY });
    this.client.setQueryData<readonly RoomWrite[]>(foreignRoomWritesKey, this.foreign().filter(isWrite));
  }

  private beat(): void {
    this.expire();
    this.storeAgain();
    const now = this.options.clock.now();
    const foreign = onlineManager.isOnline() ? this.foreign().map(changeId) : [];
    for (const id of this.seenAt.keys()) if (!foreign.includes(id)) this.seenAt.delete(id);
    for (const id of foreign) if (!this.seenAt.has(id)) this.seenAt.set(id, now);
    this.adopt((change) => now - (this.seenAt.get(changeId(change)) ?? now) >= leftAfterMs);
  }

  private expire(): void {
    const now = this.options.clock.now();
    const cache = this.client.getMutationCache();
    for (const mutation of cache.findAll({ mutationKey: commandKeys.all, status: 'pending' })) {
      const command = mutation.state.variables as Command;
      if (!mutation.state.isPaused || !hasExpired(command, now)) continue;
      cache.remove(mutation);
      this.forget(changeId(command));
      const error = expiredError(command, now);
      const giver = mutation.meta?.['expire'];
      if (typeof giver === 'function') giver(error);
      else this.fail(command, error);
    }
  }

  private fail(change: OutboxChange, error: unknown): void {
    if (isWrite(change)) addFailedRoomWrite(this.client, { write: change, error });
    else setFailedCommands(this.client, (all) => [...all, { command: change, error }]);
  }

  private keepFailures(): Unsubscribe {
    const { client, failures } = this;
    let known = failedCommands(client);
    return client.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || query.queryKey[0] !== failedCommandsKey[0]) return;
      const now = failedCommands(client);
      for (const one of now) if (!known.includes(one)) failures.put(changeId(one.command), toStored(one));
      for (const one of known) if (!now.includes(one)) failures.remove(changeId(one.command));
      known = now;
    });
  }

  private keepPending(): Unsubscribe {
    return this.client.getMutationCache().subscribe((event) => {
      if (!event.mutation || event.type === 'removed') return;
      const change = changeOfMutation(event.mutation);
      if (change === undefined) return;
      if (!isPending(event.mutation)) this.forget(changeId(change));
      else if (event.type === 'updated' && event.action.type === 'pending')
        this.put({ ...change, position: this.nextPosition() });
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      // No component of this page waits for the answer of a restored change.
      if (event.mutation.meta === restoredMeta) this.fail(change, event.action.error);
    });
  }

  /** After all that wait in this browser. No clock decides: it may be set back. */
  private nextPosition(): number {
    const waiting = [...this.changes.all(), ...this.unstored.values()];
    return Math.max(0, ...waiting.map(changePosition)) + 1;
  }

  private put(change: StoredChange): void {
    if (!this.changes.put(changeId(change), change)) this.unstored.set(changeId(change), change);
    this.options.onUnstored?.(this.unstored.size);
  }

  private storeAgain(): void {
    if (this.unstored.size === 0) return;
    for (const [id, change] of this.unstored) if (this.changes.put(id, change)) this.unstored.delete(id);
    this.options.onUnstored?.(this.unstored.size);
  }

  private forget(id: string): void {
    this.changes.remove(id);
    if (this.unstored.delete(id)) this.options.onUnstored?.(this.unstored.size);
  }

  private restore(stored: StoredChange): void {
    const { position: _, ...given } = stored;
    const change = given as OutboxChange;
    const isKnown = changeMutations(this.client).some(
      (mutation) =>
        isPending(mutation) && changeId(mutation.state.variables as OutboxChange) === changeId(change),
    );
    if (isKnown) return;
    const variables = isWrite(change) ? change : { ...change, expires: mayExpire(change) };
    const state = {
      context: undefined,
      data: undefined,
      error: null,
      failureCount: 0,
      failureReason: null,
      isPaused: true,
      status: 'pending',
      submittedAt: change.givenAt,
      variables,
    } as const;
    const options = changeOptions(variables, this.options.carriers);
    hydrate(this.client, { mutations: [{ ...options, meta: restoredMeta, state }], queries: [] });
  }
}

const failedCommands = (client: QueryClient): readonly FailedCommand[] =>
  client.getQueryData<readonly FailedCommand[]>(failedCommandsKey) ?? [];
