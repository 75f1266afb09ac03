/** Documents on the server, as `refetching` needs them. */
import type { DocsLimits } from '#ports/docs/limits.ts';
import type { DocState } from '#query/doc-state.ts';
import type { ChangeHint, HintingBackend, LandedCommit } from '#sync/hinting-backend.ts';
import type { StateSignal } from '#sync/transport.ts';
import { postgresLimits } from '../docs/limits.ts';
import type { Wire } from './wire.ts';

const limits: DocsLimits = postgresLimits;

/** `identity`: whose session the connection has. */
export const wireDocs = (wire: Wire, identity: StateSignal<string | null>): HintingBackend => ({
  get: async (path) => (await wire.call('docs.get', path)) as DocState | null,
  find: async (query) => (await wire.call('docs.find', query)) as readonly DocState[],
  commit: async (commit, signal) =>
    (await wire.call('docs.commit', commit, { signal })) as readonly DocState[],
  landed: async (queue, after) =>
    (await wire.call('docs.landed', { queue, after })) as readonly LandedCommit[],
  watch: (next) =>
    wire.open('docs.watch', null, {
      next: (hint) => next(hint as ChangeHint),
      failed: () => next(null),
      reopened: () => next(null),
    }),
  connection: wire.connection,
  identity,
  limits,
  groups: true,
  aggregate: null,
  nearest: null,
});
