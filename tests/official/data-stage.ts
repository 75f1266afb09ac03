/**
 * Whole Firebase clients as in production (`openFirebase`), signed in at the official Auth part: documents and realtime values under rules,
 * authorized by its tokens. Backend: the embedded cloud behind Firebase's protocols or, when they run, the official emulators; the stage is
 * the same.
 */
import { getApp, setLogLevel } from 'firebase/app';
import { getDatabase, goOffline, goOnline } from 'firebase/database';
import { vi } from 'vitest';
import { type FirebaseClient, openFirebase } from '#adapters/firebase/backend.ts';
import { firebaseCapabilities } from '#adapters/firebase/capabilities.ts';
// Loaded before time is taken.
import '#adapters/firebase/docs/driver.ts';
import '#adapters/firebase/realtime/driver.ts';
import type { CompleteBackend } from '#ports/complete.ts';
import type { CapabilityManifest } from '#ports/capabilities.ts';
import { type Line, openLine } from '#tests/contracts/firebase/line.ts';
import { quiet, until } from '#tests/contracts/firebase/until.ts';
import type { Provider, StageOptions } from '#contracts/harness.ts';
import type { ProviderStage } from '#contracts/stage.ts';
import { off } from '#contracts/off-stage.ts';
import { type RunningAccounts, startAccounts } from './accounts.ts';
import { embeddedGround, type Ground, officialGround } from './grounds.ts';
import { joined } from './joined.ts';
import { projectId } from './parts.ts';
import { project } from './stage.ts';
import { takeTime, type Time } from './time.ts';

const manifest: CapabilityManifest = {
  ...firebaseCapabilities,
  // Node has no database that lasts: tests in a browser show this.
  supports: { ...firebaseCapabilities.supports, 'docs.persistence': 'no' },
};

/** State that all stages of a suite share. */
interface Common {
  readonly accounts: RunningAccounts;
  /** Time of the machine, taken over once: timers of a connection must not be lost with a stage, for others may use it. */
  readonly time: Time;
  readonly lines: Set<Line<string>>;
  silenceMs: number;
  answers(): Promise<void>;
}

const realNow = Date.now;

/** The Auth part runs from the first stage on; the suite stops it. */
export function dataProvider(gaps: NonNullable<Provider['gaps']>): {
  readonly provider: Provider<CompleteBackend>;
  stop(): Promise<void>;
} {
  let starting: Promise<Common> | null = null;
  const start = async (): Promise<Common> => {
    const accounts = await startAccounts();
    const lines = new Set<Line<string>>();
    const traffic = () => [...lines].reduce((sum, line) => sum + line.traffic(), 0);
    const common = { accounts, lines, silenceMs: 0, answers: async () => {} };
    const arrived = async () => {
      // A process that is held up is silent, too: it is at rest when nothing follows from its having answered.
      for (let before = -1; before !== traffic();) {
        before = traffic();
        await common.answers();
        await quiet(traffic, Math.max(common.silenceMs, hiddenMs));
        if (common.silenceMs === 0) return;
      }
    };
    const time = takeTime(() => 0, arrived);
    return Object.assign(common, { time });
  };
  return {
    provider: {
      name: 'firebase, signed in at the official Auth part',
      manifest,
      gaps,
      atLeastOnce: 'The protocol has no name by which a write that is sent again is known.',
      stage: async (options) => raise(await (starting ??= start()), options),
    },
    async stop() {
      const common = await starting;
      common?.time.release();
      await common?.accounts.stop();
    },
  };
}

interface Seat {
  readonly client: FirebaseClient;
  readonly line: Line<'auth' | 'docs' | 'realtime'>;
  readonly name: string;
  wanted: boolean;
}

const no = (what: string) => off(`${what}: not on this stage`);

let clients = 0;

const mostSteps = 10;

/** Timers of the SDK's transport go on every millisecond here: no less than some of these is silence. */
const hiddenMs = 15;

async function raise(common: Common, options: StageOptions): Promise<ProviderStage<CompleteBackend>> {
  const { accounts, time, lines } = common;
  const running = joined();
  await accounts.begin();
  const seats = new Map<CompleteBackend, Seat>();
  let steps = 0;
  const seat = (client: CompleteBackend): Seat => {
    const found = seats.get(client);
    if (!found) throw new Error('This client is not of this stage.');
    return found;
  };
  setLogLevel('silent');
  // An earlier stage may have gone ahead of those whose time can't be moved.
  vi.setSystemTime(realNow());
  const ground: Ground = await (running
    ? officialGround(options, running)
    : embeddedGround(options, projectId));
  common.silenceMs = ground.silenceMs;
  common.answers = ground.answers;

  return {
    async connect({ settings = {} } = {}) {
      if (ground.lacks !== null) off(ground.lacks)();
      const line = await openLine({
        auth: `127.0.0.1:${accounts.port}`,
        docs: ground.docs,
        realtime: ground.realtime,
      });
      lines.add(line);
      const name = `data-${++clients}`;
      const opened = openFirebase(
        {
          project: { ...project, projectId: ground.projectId, databaseURL: ground.databaseURL },
          local: line.local,
          settings,
        },
        { name },
      );
      const realtime = {
        ...opened.realtime,
        setOnline(online: boolean) {
          seat(client).wanted = online;
          opened.realtime.connection.setOnline(online);
        },
      };
      const client: FirebaseClient = { ...opened, realtime };
      seats.set(client, { client, line, name, wanted: true });
      await client.auth.ready();
      await client.docs.offline.setNetwork(true);
      let connected = false;
      const stop = client.realtime.watchConnection((now) => {
        connected = now;
      });
      await until('the client is connected', () => connected);
      stop();
      setLogLevel('silent');
      await time.settle();
      return client;
    },
    async setNetwork(client, on) {
      const { line, name, wanted } = seat(client);
      // Equivalent of the browser's events `offline` and `online` for the application and the SDK.
      if (!on) await client.docs.offline.setNetwork(false);
      line.setOn(on);
      if (on) {
        await client.docs.offline.setNetwork(true);
        goOffline(getDatabase(getApp(name)));
        if (wanted) goOnline(getDatabase(getApp(name)));
      }
      await time.settle();
    },
    async kill(client) {
      seat(client).line.setOn(false);
      await time.settle();
    },
    server: { ...ground.server, users: { ...ground.server.users, setClaims: accounts.setClaims } },
    async advance(ms) {
      // Every step waits for another process to become silent.
      if (common.silenceMs > 0 && ++steps > mostSteps) no('so many steps of time')();
      await time.advance(ms);
    },
    settle: time.settle,
    openSubscriptions: (client) => seat(client).client.openSubscriptions(),
    async dispose() {
      for (const { client, line } of seats.values()) {
        await client.dispose();
        await line.close();
        lines.delete(line);
      }
      await ground.end();
    },
    lacks: 'Not on this stage, whose parts are other processes.',
  };
}
