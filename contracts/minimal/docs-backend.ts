/** The plain store as a backend for `refetching`, as one client reaches it: asynchronously, and not without a connection. */
import { PortError } from '#ports/errors.ts';
import type { ChangeHint, HintingBackend } from '#sync/hinting-backend.ts';
import { CurrentSignal } from '#sync/signal.ts';
import type { Connection } from '#sync/transport.ts';
import { minimalLimits } from './limits.ts';
import type { PlainStore } from './plain-store.ts';

export interface MinimalConnection {
  readonly backend: HintingBackend;
  setNetwork(on: boolean): void;
  /** Signs a user in, or out. */
  become(uid: string | null): void;
}

export function connectStore(store: PlainStore, online = true): MinimalConnection {
  const connection = new CurrentSignal<Connection>(online ? 'online' : 'offline');
  const identity = new CurrentSignal<string | null>(null);
  /** The answer of the store; lost when the connection is. @throws PortError unavailable */
  const request = async <T>(run: () => T): Promise<T> => {
    await sent(connection);
    const answer = run();
    await sent(connection);
    return answer;
  };
  return {
    setNetwork: (on) => connection.set(on ? 'online' : 'offline'),
    become: (uid) => identity.set(uid),
    backend: {
      get: (path) => request(() => store.get(path)),
      find: (query) => request(() => store.find(query)),
      commit: (commit) => request(() => store.commit(commit)),
      landed: (queue, after) => request(() => store.landed(queue, after)),
      watch: (next: (hint: ChangeHint) => void) =>
        store.watch((hint) => {
          if (connection.current() === 'online') next(hint);
        }),
      connection,
      identity,
      limits: minimalLimits,
      groups: false,
      aggregate: null,
      nearest: null,
    },
  };
}

async function sent(connection: CurrentSignal<Connection>): Promise<void> {
  await Promise.resolve();
  if (connection.current() !== 'online')
    throw new PortError('unavailable', 'There is no connection to the store.');
}
