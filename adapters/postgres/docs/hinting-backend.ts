/** Documents in PostgreSQL for one person: what `refetching` needs. */
import type { Caller } from '#ports/server/handlers.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { ChangeHint, HintingBackend } from '#sync/hinting-backend.ts';
import type { Connection, StateSignal } from '#sync/transport.ts';
import { postgresLimits } from './limits.ts';
import type { PostgresDocs } from './postgres-docs.ts';
import { ReadSubjects } from './read-subjects.ts';

export interface DocsConnection {
  /** Caller at the time a request is sent. */
  caller(): Caller | null;
  /** Hints of a store that several connections share. */
  watch(next: (hint: ChangeHint) => void): Unsubscribe;
  readonly connection: StateSignal<Connection>;
  readonly identity: StateSignal<string | null>;
}

export function hintingBackend(store: PostgresDocs, client: DocsConnection): HintingBackend {
  const listeners = new Set<(hint: ChangeHint) => void>();
  const subjects = new ReadSubjects((hint) => {
    for (const next of listeners) next(hint);
  });
  client.identity.onChange(() => subjects.clear());
  let stop: Unsubscribe | null = null;
  return {
    get: (path) => subjects.doc(path, () => store.get(path, client.caller())),
    find: (query) => subjects.query(query, () => store.find(query, client.caller())),
    commit: (commit) => store.commit(commit, client.caller()),
    landed: (queue, after) => store.landed(queue, after, client.caller()),
    watch(next) {
      const own = (hint: ChangeHint) => next(hint);
      listeners.add(own);
      stop ??= client.watch((hint) => subjects.hear(hint));
      return () => {
        listeners.delete(own);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
      };
    },
    connection: client.connection,
    identity: client.identity,
    limits: postgresLimits,
    groups: true,
    aggregate: null,
    nearest: null,
  };
}
