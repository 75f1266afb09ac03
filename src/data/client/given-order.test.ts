/**
 * Order of what one person does to incidents: however commands, comments and tasks alternate, and whatever happens to the connection and
 * to the browser's two tabs, the server carries them out for each incident in the order in which they were given.
 */
import { onlineManager, QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { Severity } from '#domain/incident/schema.ts';
import type { Task } from '#domain/task/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { projectRules } from '#demo/rules.ts';
import { TestBrowser } from '#fakes/client/browser.ts';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { createFunctions } from '#functions/index.ts';
import { query } from '#ports/docs/query.ts';
import { credentialOf, type PersonName, seedSmallTeam, teamId } from '#tests/app/small-team.ts';
import { assertProperty } from '#tests/property.ts';
import { roomWrites } from '../queries/room-writes.ts';
import { sendCommand } from './commands.ts';
import { commandGiven } from './command-options.ts';
import { attachOutbox } from './outbox.ts';
import type { OutboxStorage } from './outbox-storage.ts';
import { giveRoomWrite, type RoomWrite } from './room-write.ts';
import { attachCommands, commandKeys } from './sending.ts';
import indexes from '../../../firestore.indexes.json?raw';

/** Storage that the tabs of one browser share. */
function sharedStorage(): OutboxStorage {
  const values = new Map<string, string>();
  const watchers = new Set<() => void>();
  const changed = () => {
    for (const watcher of watchers) watcher();
  };
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem(key, value) {
      values.set(key, value);
      changed();
    },
    removeItem(key) {
      values.delete(key);
      changed();
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

interface Tab {
  readonly client: EmbeddedClient;
  readonly queries: QueryClient;
  close(): Promise<void>;
}

const severities: readonly Severity[] = ['SEV1', 'SEV2', 'SEV3', 'SEV4'];

/** Lin's browser with two tabs, on a fresh cloud with two incidents. Ada's client records what the server does. */
class Scene {
  private readonly clock = new ManualClock();
  private readonly cloud = new FakeCloud({
    clock: this.clock,
    functions: createFunctions(),
    indexes,
    rules: projectRules,
  });
  private readonly storage = sharedStorage();
  private readonly local = memoryStore();
  private readonly browser = new TestBrowser();
  private readonly tabs: Tab[] = [];
  private ada: EmbeddedClient | null = null;
  private isOnline = true;
  private given = 0;
  private readonly tasks = new Map<string, Task>();
  private readonly severity = new Map<string, number>();
  readonly incidents: string[] = [];
  /** Given commands, and those that the server has carried out, by incident. */
  readonly expected = new Map<string, string[]>();
  readonly landed = new Map<string, string[]>();

  static async open(): Promise<Scene> {
    const scene = new Scene();
    await seedSmallTeam(scene.cloud.server);
    const ada = await scene.signedIn('Ada');
    scene.ada = ada;
    for (const title of ['Checkout fails', 'Search is slow']) {
      const incidentId = await declare(ada, title);
      scene.incidents.push(incidentId);
      scene.expected.set(incidentId, []);
      scene.record(ada, incidentId);
    }
    const first = await scene.signedIn('Lin', { local: scene.local, session: memoryStore() });
    await first.dispose();
    for (const _ of [0, 1]) scene.tabs.push(await scene.openTab());
    return scene;
  }

  private async signedIn(
    name: PersonName,
    stores = { local: memoryStore(), session: memoryStore() },
  ): Promise<EmbeddedClient> {
    const client = connect(this.cloud, { browser: new TestBrowser(), stores });
    await settle();
    await client.auth.signIn(credentialOf(name));
    await settle();
    return client;
  }

  private record(ada: EmbeddedClient, incidentId: string): void {
    const landed: string[] = [];
    this.landed.set(incidentId, landed);
    ada.docs.watchQuery(query(collectionPaths.timeline(teamId, incidentId)), {
      next({ changes }) {
        for (const { type, doc } of changes) if (type === 'added') landed.push(markOf(doc.data ?? {}));
      },
    });
  }

  private async openTab(): Promise<Tab> {
    const client = connect(this.cloud, {
      browser: this.browser,
      stores: { local: this.local, session: memoryStore() },
    });
    if (!this.isOnline) client.control.setNetwork(false);
    await settle();
    const queries = new QueryClient();
    queries.mount();
    const now = () => this.clock.now();
    attachCommands(queries, {
      now,
      functions: () => client.functions,
      performance: () => client.performance,
    });
    // No test waits for a pause between attempts.
    queries.setMutationDefaults(commandKeys.all, {
      ...queries.getMutationDefaults(commandKeys.all),
      retryDelay: 0,
    });
    const carriers = { docs: client.docs, realtime: client.realtime, now };
    const clock = { now, every: () => () => undefined };
    const stop = attachOutbox(queries, this.storage, { uid: 'lin', teamId }, { clock, carriers });
    return {
      client,
      queries,
      async close() {
        stop();
        queries.unmount();
        queries.clear();
        await client.dispose();
      },
    };
  }

  async reload(index: number): Promise<void> {
    await this.tab(index).close();
    this.tabs[index] = await this.openTab();
  }

  async network(online: boolean): Promise<void> {
    this.isOnline = online;
    for (const { client } of this.tabs) client.control.setNetwork(online);
    if (online) await settle();
    onlineManager.setOnline(online);
  }

  private tab(index: number): Tab {
    const tab = this.tabs[index];
    if (!tab) throw new Error('There is no such tab.');
    return tab;
  }

  private expect(incidentId: string, mark: string): void {
    this.expected.get(incidentId)?.push(mark);
  }

  setSeverity(index: number, incidentId: string): void {
    const { client, queries } = this.tab(index);
    const next = ((this.severity.get(incidentId) ?? 1) + 1) % severities.length;
    this.severity.set(incidentId, next);
    const severity = severities[next] ?? 'SEV1';
    this.expect(incidentId, `severity ${severity}`);
    const input = { teamId, commandId: client.docs.newId(), incidentId, severity };
    sendCommand(queries, commandGiven('setSeverity', input, this.clock.now()), {}).catch(ignored);
  }

  comment(index: number, incidentId: string): void {
    const body = String(this.given++);
    this.expect(incidentId, `comment ${body}`);
    this.writes(index, incidentId).comment(body).catch(ignored);
  }

  addTask(index: number, incidentId: string): void {
    const text = String(this.given++);
    this.expect(incidentId, `added ${text}`);
    this.writes(index, incidentId).addTask(text, null).catch(ignored);
  }

  /** Ticks the newest task, or takes the tick away. */
  tick(index: number, incidentId: string): void {
    const task = this.tasks.get(incidentId);
    if (!task) return this.addTask(index, incidentId);
    this.expect(incidentId, `${task.done ? 'reopened' : 'done'} ${task.text}`);
    this.writes(index, incidentId).setTaskDone(task, !task.done).catch(ignored);
  }

  private writes(index: number, incidentId: string) {
    const { client, queries } = this.tab(index);
    const carriers = { docs: client.docs, realtime: client.realtime, now: () => this.clock.now() };
    const send = (write: RoomWrite) => {
      if (write.state?.collection === 'tasks' && write.state.after !== null)
        this.tasks.set(incidentId, write.state.after);
      return giveRoomWrite(queries, carriers, write);
    };
    return roomWrites(
      { teamId, userId: 'lin', incidentId },
      { newId: () => client.docs.newId(), now: () => this.clock.now(), nextSequence: () => 0, send },
    );
  }

  /** Until no tab waits for an answer. */
  async rest(): Promise<void> {
    await this.network(true);
    for (let round = 0, quiet = 0; quiet < 3; round++) {
      if (round > 500) throw new Error('Changes wait for ever.');
      await settle();
      await this.clock.advance(1000);
      const waits = this.tabs.some(({ queries }) => queries.isMutating() > 0);
      quiet = waits ? 0 : quiet + 1;
    }
  }

  async close(): Promise<void> {
    for (const tab of this.tabs) await tab.close();
    await this.ada?.dispose();
    this.cloud.dispose();
  }
}

/** A page that is closed leaves its answers unread. */
const ignored = () => undefined;

async function declare(client: EmbeddedClient, title: string): Promise<string> {
  const input = {
    ...{ teamId, commandId: client.docs.newId(), title, severity: 'SEV2', serviceIds: [] },
    ...{ private: false, alertId: null, page: [] },
  };
  const { incidentId } = (await client.functions.call('declareIncident', input)) as { incidentId: string };
  return incidentId;
}

function markOf(data: Readonly<Record<string, unknown>>): string {
  switch (data['kind']) {
    case 'severity':
      return `severity ${String(data['to'])}`;
    case 'comment':
      return `comment ${String(data['body'])}`;
    case 'task':
      return `${String(data['change'])} ${String(data['text'])}`;
    default:
      return String(data['kind']);
  }
}

type Move =
  | {
      readonly kind: 'setSeverity' | 'comment' | 'addTask' | 'tick';
      readonly tab: number;
      readonly at: number;
    }
  | { readonly kind: 'network'; readonly online: boolean }
  | { readonly kind: 'reload'; readonly tab: number }
  | { readonly kind: 'settle' };

const either = fc.constantFrom(0, 1);
const given = (kind: 'setSeverity' | 'comment' | 'addTask' | 'tick') =>
  fc.record({ kind: fc.constant(kind), tab: either, at: either });
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: given('setSeverity') },
  { weight: 4, arbitrary: given('comment') },
  { weight: 2, arbitrary: given('addTask') },
  { weight: 3, arbitrary: given('tick') },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('network' as const), online: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reload' as const), tab: either }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'settle' } as const) },
);

async function play(scene: Scene, moves: readonly Move[]): Promise<void> {
  for (const one of moves) {
    if (one.kind === 'network') await scene.network(one.online);
    else if (one.kind === 'reload') await scene.reload(one.tab);
    else if (one.kind === 'settle') await settle();
    else scene[one.kind](one.tab, scene.incidents[one.at] ?? '');
  }
  await scene.rest();
}

afterEach(() => onlineManager.setOnline(true));

test('the server carries out the commands about an incident in the order in which they were given', async () => {
  await assertProperty(
    fc.asyncProperty(fc.array(move, { minLength: 3, maxLength: 24 }), async (moves) => {
      const scene = await Scene.open();
      try {
        await play(scene, moves);
        for (const incidentId of scene.incidents) {
          const landed = scene.landed.get(incidentId)?.filter((mark) => mark !== 'declared');
          expect(landed).toEqual(scene.expected.get(incidentId));
        }
      } finally {
        onlineManager.setOnline(true);
        await scene.close();
      }
    }),
    { numRuns: 40 },
  );
});
