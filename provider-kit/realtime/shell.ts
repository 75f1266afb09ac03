/**
 * The shell of `Realtime`: checks and copies of arguments, the end of everything with the client, and the life of subscriptions, over
 * a provider's driver.
 */
import type { Complete } from '#ports/complete.ts';
import { disposedError } from '#ports/errors.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type {
  ChildEvent,
  OnDisconnect,
  Priority,
  Realtime,
  ConnectionSwitch,
  RealtimeSnapshot,
  RealtimeTransactions,
  RealtimeValue,
} from '#ports/realtime/realtime.ts';
import type { Json, Observer, Unsubscribe } from '#ports/shared.ts';
import { complete, everyExtension } from '../complete.ts';
import { liveSubscriptions, type PortClient } from '../live-subscriptions.ts';
import { checkPriority, checkUpdate, checkValue, normalQuery, pathKeys } from './checks.ts';

/** In browsers, workers and Node; the libraries of this module's compilation don't have it. */
declare const structuredClone: <T>(value: T) => T;

type Keys = readonly string[];

/** `keys`: of its path, from the root. */
export interface PlacedValue {
  readonly keys: Keys;
  readonly value: RealtimeValue;
}

/** A value of `null` removes. */
export interface SetRequest extends PlacedValue {
  readonly priority: Priority;
}

/** All at one moment. The keys of its values begin with `keys`, its path. */
export interface UpdateRequest {
  readonly keys: Keys;
  readonly values: readonly PlacedValue[];
}

export type DisconnectRequest =
  | ({ readonly action: 'set' } & SetRequest)
  | ({ readonly action: 'update' } & UpdateRequest)
  | { readonly action: 'cancel'; readonly keys: Keys };

/** A listener that may be called at any time, within the call that passes it on too; after `failed` nothing is expected. */
export interface RealtimeListener<T> {
  next(value: T): void;
  failed(error: unknown): void;
}

type Change = (current: Json) => RealtimeValue | undefined;

/** Arguments are checked and copied. Nothing is called after disposal but the watches of connection and time. */
export interface RealtimeDriver {
  get(query: NormalQuery): Promise<RealtimeSnapshot>;
  set(request: SetRequest): Promise<void>;
  update(request: UpdateRequest): Promise<void>;
  watch(query: NormalQuery, listener: RealtimeListener<RealtimeSnapshot>): Unsubscribe;
  watchConnection: Realtime['watchConnection'];
  watchServerTimeOffset: Realtime['watchServerTimeOffset'];
}

/**
 * Drivers of the extensions that a provider has. No two have a method of the same name, so that one object may be several of them. Of
 * these `newKey` and `setOnline` are called after disposal too.
 */
export interface RealtimeExtensionDrivers {
  readonly transactions: {
    /** `change` returns a value that was checked and copied; what it throws ends the transaction. */
    transaction(
      query: NormalQuery,
      change: Change,
      applyLocally: boolean,
    ): ReturnType<RealtimeTransactions['run']>;
  };
  readonly priorities: { setPriority(keys: Keys, priority: Priority): Promise<void> };
  readonly lists: {
    watchChildren(query: NormalQuery, listener: RealtimeListener<ChildEvent>): Unsubscribe;
    newKey(): string;
  };
  readonly disconnects: { onDisconnect(request: DisconnectRequest): Promise<void> };
  readonly connection: ConnectionSwitch;
}

export type RealtimeExtensions = {
  readonly [name in keyof RealtimeExtensionDrivers]?: RealtimeExtensionDrivers[name] | null;
};

/** A driver of everything. */
export type WholeRealtimeDriver = RealtimeDriver &
  RealtimeExtensionDrivers['transactions'] &
  RealtimeExtensionDrivers['priorities'] &
  RealtimeExtensionDrivers['lists'] &
  RealtimeExtensionDrivers['disconnects'] &
  RealtimeExtensionDrivers['connection'];

/** Shell of a provider that has every extension. */
export const wholeRealtimeShell = (driver: WholeRealtimeDriver, client: PortClient): Complete<Realtime> =>
  complete(realtimeShell(driver, client, everyExtension<WholeRealtimeDriver, RealtimeExtensions>(driver)));

export function realtimeShell(
  driver: RealtimeDriver,
  client: PortClient,
  { transactions, priorities, lists, disconnects, connection }: RealtimeExtensions = {},
): Realtime {
  const alive = <T>(run: () => Promise<T>): Promise<T> =>
    client.isDisposed() ? Promise.reject(disposedError()) : run();
  const subscriptions = liveSubscriptions(client);
  const watch = <T>(
    observer: Observer<T>,
    start: (listener: RealtimeListener<T>) => Unsubscribe,
  ): Unsubscribe =>
    subscriptions.open(
      (error) => observer.error?.(error),
      ({ deliver, failed }) => start({ next: (value) => deliver(() => observer.next(value)), failed }),
    );
  const set = (request: SetRequest) => alive(() => driver.set(request));

  return {
    get(target) {
      const query = normalQuery(target);
      return alive(() => driver.get(query));
    },
    set: (path, value, priority) => set(setRequest(path, value, priority)),
    update(path, values) {
      const request = updateRequest(path, values);
      return alive(() => driver.update(request));
    },
    remove: (path) => set(setRequest(path, null)),
    watch(target, observer) {
      const query = normalQuery(target);
      return watch(observer, (listener) => driver.watch(query, listener));
    },
    watchConnection: (next) => driver.watchConnection(next),
    watchServerTimeOffset: (next) => driver.watchServerTimeOffset(next),
    transactions: transactions
      ? {
          run(path, update, { applyLocally = true } = {}) {
            const query = normalQuery(path);
            if (typeof update !== 'function') throw new TypeError('A transaction needs a function.');
            const change: Change = (current) => {
              const next = update(current);
              return next === undefined ? undefined : copied(next, query.keys);
            };
            return alive(() => transactions.transaction(query, change, applyLocally));
          },
        }
      : null,
    priorities: priorities
      ? {
          set(path, priority) {
            const keys = pathKeys(path);
            checkPriority(priority);
            return alive(() => priorities.setPriority(keys, priority));
          },
        }
      : null,
    lists: lists
      ? {
          watchChildren(target, observer) {
            const query = normalQuery(target);
            return watch(observer, (listener) => lists.watchChildren(query, listener));
          },
          newKey(path) {
            pathKeys(path);
            return lists.newKey();
          },
        }
      : null,
    disconnects: disconnects
      ? { at: (path) => disconnectAt(path, (request) => alive(() => disconnects.onDisconnect(request))) }
      : null,
    connection: connection ? { setOnline: (online) => connection.setOnline(online) } : null,
  };
}

/** @throws TypeError */
function disconnectAt(path: string, leave: (request: DisconnectRequest) => Promise<void>): OnDisconnect {
  const keys = pathKeys(path);
  return {
    set: (value, priority) => leave({ action: 'set', ...setRequest(path, value, priority) }),
    update: (values) => leave({ action: 'update', ...updateRequest(path, values) }),
    remove: () => leave({ action: 'set', ...setRequest(path, null) }),
    cancel: () => leave({ action: 'cancel', keys }),
  };
}

/** @throws TypeError */
function copied(value: RealtimeValue, keys: Keys): RealtimeValue {
  checkValue(value, keys);
  return structuredClone(value);
}

/** @throws TypeError */
function setRequest(path: string, value: RealtimeValue, priority: Priority = null): SetRequest {
  const keys = pathKeys(path);
  checkPriority(priority);
  return { keys, value: copied(value, keys), priority };
}

/** @throws TypeError */
const updateRequest = (path: string, values: Readonly<Record<string, RealtimeValue>>): UpdateRequest => ({
  values: [...checkUpdate(path, values)].map(([keys, value]) => ({ keys, value: structuredClone(value) })),
  keys: pathKeys(path),
});
