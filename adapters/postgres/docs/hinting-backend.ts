/** Documents in PostgreSQL for one person in the same process: what `refetching` needs. */
import type { Caller } from '#ports/server/handlers.ts';
import type { HintingBackend } from '#sync/hinting-backend.ts';
import type { Connection, StateSignal } from '#sync/transport.ts';
import type { ChangeHint } from '#sync/hinting-backend.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { PostgresDocs } from './postgres-docs.ts';
import { postgresLimits } from './limits.ts';

export interface DirectClient {
  /** Who asks, when a request is sent. */
  caller(): Caller | null;
  /** Hints of a store that several clients share. */
  watch(next: (hint: ChangeHint) => void): Unsubscribe;
  readonly connection: StateSignal<Connection>;
  readonly identity: StateSignal<string | null>;
}

export const hintingBackend = (store: PostgresDocs, client: DirectClient): HintingBackend => ({
  get: (path) => store.get(path, client.caller()),
  find: (query) => store.find(query, client.caller()),
  commit: (commit) => store.commit(commit, client.caller()),
  landed: (queue, after) => store.landed(queue, after, client.caller()),
  watch: (next) => client.watch(next),
  connection: client.connection,
  identity: client.identity,
  limits: postgresLimits,
  groups: true,
  aggregate: null,
  nearest: null,
});
