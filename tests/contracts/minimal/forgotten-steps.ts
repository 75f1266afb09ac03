/** Steps of docs/write-a-provider.md, each left out of the minimal provider, with the scenario that notices it. */
import { CurrentSignal } from '#sync/signal.ts';
import type { DocState } from '#query/doc-state.ts';
import type { HintingBackend } from '#sync/hinting-backend.ts';
import type { Connection } from '#sync/transport.ts';

export interface ForgottenStep {
  readonly step: string;
  readonly without: (backend: HintingBackend) => HintingBackend;
  /** `port › scenario`. */
  readonly scenario: string;
}

const sameVersion = (doc: DocState): DocState => ({ ...doc, version: 1 });

export const forgottenSteps: readonly ForgottenStep[] = [
  {
    step: '`get` resolves with `null` for a missing document',
    without: (backend) => ({
      ...backend,
      get: async (path) => {
        const doc = await backend.get(path);
        if (!doc) throw new Error('No rows.');
        return doc;
      },
    }),
    scenario: 'docs › a listener reports a document’s current state, also when missing, and each change',
  },
  {
    step: 'Versions grow with each change',
    without: (backend) => ({
      ...backend,
      get: async (path) => {
        const doc = await backend.get(path);
        return doc && sameVersion(doc);
      },
      find: async (query) => (await backend.find(query)).map(sameVersion),
      commit: async (commit, signal) => (await backend.commit(commit, signal)).map(sameVersion),
    }),
    scenario: 'docs › a listener reports a document’s current state, also when missing, and each change',
  },
  {
    step: '`commit` verifies what is expected',
    without: (backend) => ({
      ...backend,
      commit: (commit, signal) => backend.commit({ ...commit, expects: [] }, signal),
    }),
    scenario: 'docs › a transaction is repeated when a document it read has changed',
  },
  {
    step: '`commit` resolves with the written documents',
    without: (backend) => ({
      ...backend,
      commit: async (commit, signal) => {
        await backend.commit(commit, signal);
        return [];
      },
    }),
    scenario: 'docs › offline, a query result includes changes received after the server’s answer',
  },
  {
    step: '`commit` carries out a commit with a known id once',
    without: (backend) => {
      let calls = 0;
      return {
        ...backend,
        commit: (commit, signal) => backend.commit({ ...commit, id: `${commit.id}/${calls++}` }, signal),
      };
    },
    scenario: 'docs, once › a write whose answer was lost is applied once',
  },
  {
    step: '`landed` says which commits were carried out',
    without: (backend) => ({ ...backend, landed: async () => [] }),
    scenario: 'docs › pending increments of two tabs are counted once in each tab',
  },
  {
    step: 'Errors are `PortError`s with a code',
    without: (backend) => ({
      ...backend,
      commit: async (commit, signal) => {
        try {
          return await backend.commit(commit, signal);
        } catch {
          throw new Error('The statement failed.');
        }
      },
    }),
    scenario: 'docs › update of a missing document is not-found and changes nothing',
  },
  {
    step: 'Hints are published',
    without: (backend) => ({ ...backend, watch: () => () => {} }),
    scenario: 'docs › a commit is reported as one event, and all its parts before onInSync',
  },
  {
    step: 'The connection’s state is published',
    without: (backend) => ({ ...backend, connection: new CurrentSignal<Connection>('online') }),
    scenario: 'docs › a lost and a restored connection are reported as metadata changes only',
  },
  {
    step: 'The user’s identity is published',
    without: (backend) => ({ ...backend, identity: new CurrentSignal<string | null>(null) }),
    scenario: 'docs › waitForPendingWrites rejects when its user signs out',
  },
];
