/**
 * The embedded provider for the contracts: one cloud in this process, its clock controlled by the test; clients reach it directly,
 * or over a copy of a worker's port.
 */
import { TestBrowser } from '#fakes/client/browser.ts';
import { embeddedCapabilities } from '#fakes/client/capabilities.ts';
import { connect, createClient, type EmbeddedClient } from '#fakes/client/client.ts';
import type { KeyValueStore } from '#provider-kit/tab-store.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import type { BrowserStore, TabStore } from '#provider-kit/tab-store.ts';
import { type Channel, createChannel } from '#fakes/cloud/channel.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { CompleteBackend } from '#ports/complete.ts';
import type { Control } from '#ports/control.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import type { Provider } from '#contracts/harness.ts';
import type { Stage } from '#contracts/stage.ts';
import firestore from '../rules/firestore.rules?raw';
import storage from '../rules/storage.rules?raw';
import { StageCloud } from './stage-cloud.ts';
import { workerChannel } from './worker-channel.ts';

interface BrowserStores {
  readonly local: BrowserStore;
  readonly session: KeyValueStore;
}

interface Tab {
  readonly client: EmbeddedClient;
  /** Store that it shares with the tabs of its browser. */
  readonly share: TabStore;
  readonly stores: BrowserStores;
  readonly browser: TestBrowser;
}

/** Longest first wait of a connection's back-off, with its jitter. */
const longestFirstWaitMs = 2000;

/** Connections between the clients and the cloud of one stage. */
export interface Wires {
  /** A new connection, whose other end `accept` gets. */
  connect(accept: (channel: Channel) => void): Channel;
  /** An operator does not come this way. Default false. */
  readonly membersOnly?: boolean;
  /** Waits until all work that needs no time is done. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export const embeddedProvider = (
  name: string,
  openWires: () => Promise<Wires>,
): Provider<CompleteBackend> => ({
  name,
  manifest: embeddedCapabilities,
  async stage(options, keeps = false): Promise<Stage<CompleteBackend>> {
    const wires = await openWires();
    const { settle } = wires;
    const rules = { firestore, storage, ...options.rules };
    const cloud = new StageCloud({ ...options, rules, clock: new ManualClock(undefined, settle) }, keeps);
    const tabs = new Map<CompleteBackend, Tab>();
    const tab = (client: CompleteBackend): Tab => {
      const found = tabs.get(client);
      if (!found) throw new Error('This client is not of this stage.');
      return found;
    };
    const open = (
      stores: BrowserStores,
      browser: TestBrowser,
      settings: Partial<ClientSettings> = {},
    ): CompleteBackend => {
      const share = stores.local.openTab();
      const clientId = cloud.now().nameClient();
      const client = createClient(
        {
          clientId,
          connect: () => wires.connect((channel) => cloud.accept(channel, { operators: !wires.membersOnly })),
          // The operator's control has connections of its own.
          ...(wires.membersOnly && {
            connectOperator: () => {
              const [mine, theirs] = createChannel();
              cloud.accept(theirs);
              return mine;
            },
          }),
          clock: cloud.clock,
          random: cloud.now().random.fork(`client/${clientId}`),
        },
        { stores: { ...stores, local: { openTab: () => share } }, browser, settings },
      );
      tabs.set(client, { client, share, stores, browser });
      return client;
    };
    /** Ends the client without notice. */
    const crash = async (client: CompleteBackend) => {
      tab(client).share.close();
      tab(client).client.control.setNetwork(false);
      await settle();
    };
    return {
      connect: async ({ settings } = {}) => {
        const stores = { local: memoryStore(), session: memoryStore() };
        const client = open(stores, new TestBrowser(), settings);
        await settle();
        return client;
      },
      async reload(client) {
        const { stores, browser } = tab(client);
        const online = tab(client).client.control.networkOnline();
        await crash(client);
        const next = open(stores, browser);
        tab(next).client.control.setNetwork(online);
        await settle();
        return next;
      },
      async openTab(client) {
        const { stores, browser } = tab(client);
        const beside = new TestBrowser();
        beside.setPermission(browser.permission());
        const next = open({ local: stores.local, session: memoryStore() }, beside);
        await settle();
        return next;
      },
      async setNetwork(client, on) {
        tab(client).client.control.setNetwork(on);
        await settle();
      },
      kill: crash,
      setVisible: (client, visible) => tab(client).browser.setVisible(visible),
      setPermission: (client, permission) => tab(client).browser.setPermission(permission),
      answerPermission: (client, permission) => {
        tab(client).browser.answer = permission;
      },
      notifications: (client) => [...tab(client).browser.shown],
      click: (client, click) => tab(client).browser.click(click),
      server: cloud.server,
      async restart() {
        await cloud.restart();
        await settle();
        // Clients come back after the first wait of their back-off.
        await cloud.now().advance(longestFirstWaitMs);
        await settle();
      },
      async loseAnswer(client, service, operation) {
        await tab(client).client.control.inject({ kind: 'lose-answer', service, operation });
      },
      async advance(ms) {
        await cloud.now().advance(ms);
        await settle();
      },
      settle,
      inbox: () => cloudInbox(cloud.now()),
      publishConfig: (values) => asOperator(cloud.now(), (control) => control.publishConfig(values)),
      publishConfigFile: (json) => asOperator(cloud.now(), (control) => control.publishConfigFile(json)),
      openSubscriptions: (client) => tab(client).client.openSubscriptions(),
      async dispose() {
        cloud.dispose();
        await wires.close();
      },
    };
  },
});

const inProcess = (ends: () => readonly [mine: Channel, theirs: Channel]) => async (): Promise<Wires> => ({
  connect(accept) {
    const [mine, theirs] = ends();
    accept(theirs);
    return mine;
  },
  settle,
  close: async () => {},
});

export const embedded = embeddedProvider('embedded', inProcess(createChannel));

/** Channel of the demonstration's tabs, whose cloud is in a worker. */
export const embeddedInWorker = embeddedProvider('embedded, over a worker’s port', inProcess(workerChannel));

async function asOperator(cloud: FakeCloud, act: (control: Control) => Promise<void>): Promise<void> {
  const operator = connect(cloud);
  await settle();
  try {
    await act(operator.control);
  } finally {
    await operator.dispose();
    await settle();
  }
}

async function cloudInbox(cloud: FakeCloud) {
  const operator = connect(cloud);
  await settle();
  const messages = await operator.control.inbox();
  await operator.dispose();
  return messages;
}
