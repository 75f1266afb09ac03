/** The stores behind all clients of a page, and backend code over them. No rules are evaluated: everybody may do everything. */
import { PortError } from '#ports/errors.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { ServerDocs, ServerPorts, ServerPush, ServerUsers } from '#ports/server/server.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { widestLimits } from '#provider-kit/docs/argument-limits.ts';
import { checkOutgoing, checkTopic } from '#provider-kit/messaging/check.ts';
import type { Random } from '#provider-kit/random.ts';
import { checkUpdate, pathKeys } from '#provider-kit/realtime/checks.ts';
import { checksWithin } from '#query/arguments.ts';
import type { DocState } from '#query/doc-state.ts';
import { serverDocsOver } from '#query/server-docs.ts';
import { PlainAccounts } from './accounts.ts';
import { PlainFiles } from './files.ts';
import { type CallFunction, functionCalls } from './functions.ts';
import { PlainStore } from './plain-store.ts';
import { PlainSessions } from './sessions.ts';
import { PlainTasks } from './tasks.ts';
import { PlainTree } from './tree.ts';

export interface MinimalCloudOptions {
  readonly functions: FunctionSet;
  readonly clock: Clock;
  readonly random: Random;
  readonly md5: (content: Uint8Array) => Uint8Array;
  /** Values of the configuration by key, as backend code reads them. Default: none. */
  readonly config?: ReadonlyMap<string, string>;
  /** Gets errors of backend code that are in no answer. */
  readonly report: (error: unknown) => void;
}

export interface MinimalCloud {
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
  readonly docs: PlainStore;
  readonly accounts: PlainAccounts;
  readonly sessions: PlainSessions;
  readonly tree: PlainTree;
  readonly files: PlainFiles;
  readonly call: CallFunction;
  readonly server: ServerPorts;
  /** Ends schedules and waiting tasks. */
  stop(): void;
}

export function minimalCloud(options: MinimalCloudOptions): MinimalCloud {
  const { functions, clock, random, config = new Map<string, string>(), report } = options;
  const now = () => clock.now();
  const docs = new PlainStore(now);
  const accounts = new PlainAccounts(now, random.fork('accounts'));
  const sessions = new PlainSessions(accounts, now, random.fork('sessions'));
  const tree = new PlainTree(now);
  const files = new PlainFiles(now, options.md5);
  const tasks: PlainTasks = new PlainTasks(functions, clock, random.fork('tasks'), () => server);
  const run = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      report(error);
    }
  };
  const server: ServerPorts = {
    docs: serverDocs(docs, clock, random.fork('docs')),
    users: serverUsers(accounts, sessions),
    push: noPush,
    storage: files,
    realtime: {
      get: async (path) => tree.root.at(pathKeys(path)).toJson(),
      update: async (values) =>
        tree.write({
          settings: Array.from(checkUpdate('', values), ([keys, value]) => ({ keys, value, priority: null })),
          update: true,
        }),
    },
    config: { value: async (key) => config.get(key) ?? null },
    clock: { now },
    tasks,
    random: { id: () => random.id(), secret: () => random.id(32) },
    background: { run: (work) => void run(work), report },
    http: null,
    mail: null,
    workers: null,
  };
  tasks.start();
  const call = functionCalls(functions, server, sessions);
  return {
    clock,
    random,
    report,
    docs,
    accounts,
    sessions,
    tree,
    files,
    call,
    server,
    stop: () => tasks.stop(),
  };
}

function serverDocs(store: PlainStore, clock: Clock, random: Random): ServerDocs {
  const isSame = (one: DocState | null, other: DocState | null) => one?.version === other?.version;
  return serverDocsOver(
    {
      get: async (path) => store.get(path),
      find: async (query) => store.find(query),
      async commit(writes, { docs, answers }) {
        const holds =
          [...docs].every(([path, doc]) => isSame(doc, store.get(path))) &&
          answers.every((answer) => {
            const found = store.find(answer.query);
            return (
              found.length === answer.docs.length &&
              found.every((doc, at) => isSame(doc, answer.docs[at] ?? null))
            );
          });
        if (holds && writes.length > 0) store.commit({ id: random.id(), queue: null, writes, expects: [] });
        return holds;
      },
    },
    { clock, random, checks: checksWithin(widestLimits) },
  );
}

const serverUsers = (accounts: PlainAccounts, sessions: PlainSessions): ServerUsers => ({
  get: async (uid) => accounts.get(uid),
  byEmail: async (email) => accounts.byEmail(email),
  create: async (account) => accounts.create(account),
  setClaims: async (uid, claims) => accounts.setClaims(uid, claims),
  customToken: async () => {
    throw new PortError('unimplemented', 'Nobody signs in by a token of the server here.');
  },
  revokeSessions: async (uid) => sessions.endAll(accounts.found(uid).user.uid),
  removeSecondFactors: async (uid) => void accounts.found(uid),
  setDisabled: async (uid, disabled) => accounts.setDisabled(uid, disabled),
  async remove(uid) {
    sessions.endAll(uid);
    accounts.remove(uid);
  },
});

const unknownRegistration = () => {
  throw new PortError('messaging/registration-unknown', 'No browser is registered here.');
};

/** Push without registrations: no browser can be registered. */
const noPush: ServerPush = {
  async send(_id, message) {
    checkOutgoing(message);
    return unknownRegistration();
  },
  async subscribe(_id, topic) {
    checkTopic(topic);
    return unknownRegistration();
  },
  unsubscribe: async () => {},
  async sendToTopic(topic, message) {
    checkTopic(topic);
    checkOutgoing(message);
    return topic;
  },
};
