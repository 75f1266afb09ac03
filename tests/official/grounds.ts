/**
 * Backend of a stage for documents and realtime values: the embedded cloud behind Firebase's protocols, or the official emulators.
 */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { deleteApp, getApp } from 'firebase-admin/app';
import { openServer } from '#adapters/firebase-admin/server.ts';
import { startEmulator } from '#emulator/emulator.ts';
import { believedCaller } from '#emulator/token.ts';
import { RunningClock } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { StageOptions } from '#contracts/harness.ts';
import { openLine } from '#tests/contracts/firebase/line.ts';
import firestore from '#tests/contracts/rules/firestore.rules?raw';
import type { Joined } from './joined.ts';
import { documents, realtime } from './suite/endpoints.ts';

export interface Ground {
  readonly projectId: string;
  readonly databaseURL: string;
  /** `host:port`. */
  readonly docs: string;
  readonly realtime: string;
  readonly server: ServerPorts;
  /** Silence after which everything has arrived; 0 where the server is in this process. */
  readonly silenceMs: number;
  /** Resolves once a server in another process has answered a request, and so has read everything before it. */
  answers(): Promise<void>;
  /** Reason why it can't run a scenario with these options; `null` when it can. */
  readonly lacks: string | null;
  end(): Promise<void>;
}

const databaseURL = (projectId: string) => `https://${projectId}-default-rtdb.firebaseio.com`;

/** Embedded cloud on the machine's clock, which a test that replaces time replaces here too. */
export async function embeddedGround(options: StageOptions, projectId: string): Promise<Ground> {
  const clock = new RunningClock({
    now: () => Date.now(),
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  });
  const rules = { firestore, ...options.rules };
  const cloud = new FakeCloud({ ...options, rules, clock, believe: believedCaller });
  const emulator = await startEmulator({ cloud });
  return {
    projectId,
    databaseURL: databaseURL(projectId),
    docs: emulator.docs,
    realtime: emulator.realtime,
    server: cloud.server,
    silenceMs: 0,
    async answers() {},
    lacks: null,
    async end() {
      await emulator.close();
      cloud.dispose();
    },
  };
}

/** A request, whatever the answer. Not by `fetch`, which stages count. */
async function asked(host: string): Promise<void> {
  const [answer] = (await once(get(`http://${host}/`, { agent: false }), 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'close');
}

/** Rules of a service without any: everything is allowed, and the fields of the scenarios have an index. */
const open = JSON.stringify({
  rules: { '.read': true, '.write': true, $top: { '.indexOn': ['n', 'a/b', '.value'] } },
});

let projects = 0;

/** A project of its own in the official emulators, which keep them apart. */
export async function officialGround(
  { rules = {}, indexes }: StageOptions,
  { docs, realtime: tree }: Joined,
): Promise<Ground> {
  const projectId = `demo-muster-${++projects}`;
  const at = { docs: `127.0.0.1:${docs}`, realtime: `127.0.0.1:${tree}` };
  const services = [
    { ...documents(at.docs, projectId), given: rules.firestore ?? firestore },
    { ...realtime(at.realtime, `${projectId}-default-rtdb`), given: rules.database ?? open },
  ];
  for (const { empty, setRules, given } of services) {
    await empty();
    await setRules(given);
  }
  // Addresses of its own: connections are shared by address, and what they waited for was lost with an earlier stage's time.
  const line = await openLine(at);
  process.env['FIRESTORE_EMULATOR_HOST'] = line.local.docs;
  process.env['FIREBASE_DATABASE_EMULATOR_HOST'] = line.local.realtime;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  return {
    projectId,
    databaseURL: databaseURL(projectId),
    ...at,
    server: openServer({
      project: { projectId, databaseURL: databaseURL(projectId) },
      name: projectId,
    }),
    silenceMs: 150,
    async answers() {
      await Promise.all([asked(at.docs), asked(at.realtime)]);
    },
    lacks: indexes === undefined ? null : 'The official emulator serves every query without an index.',
    async end() {
      await deleteApp(getApp(projectId));
      await line.close();
      for (const { empty } of services) await empty();
    },
  };
}
