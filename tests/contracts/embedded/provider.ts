/**
 * The embedded provider as the contracts see it: one cloud in this process, its clock in the test's hands; clients reach it directly, or
 * over what a worker's port does to messages.
 */
import { TestBrowser } from '#fakes/client/browser.ts';
import { embeddedCapabilities } from '#fakes/client/capabilities.ts';
import { connect, createClient, type EmbeddedClient } from '#fakes/client/client.ts';
import { type KeyValueStore, memoryStore } from '#fakes/client/store.ts';
import type { BrowserStore, TabStore } from '#fakes/client/tabs.ts';
import { type Channel, createChannel } from '#fakes/cloud/channel.ts';
import { settle } from '#fakes/cloud/clock.ts';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Backend } from '#ports/backend.ts';
import type { Control } from '#ports/control.ts';
import type { Settings } from '#ports/defaults.ts';
import type { Provider, Stage } from '../harness.ts';
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
  /** Its share in what the tabs of its browser have in common. */
  readonly share: TabStore;
  readonly stores: BrowserStores;
  readonly browser: TestBrowser;
}

type Ends = readonly [mine: Channel, theirs: Channel];

/** `ends`: a new connection, whose other end is the cloud's. */
const provider = (name: string, ends: () => Ends): Provider => ({
  name,
  manifest: embeddedCapabilities,
  async stage(options, keeps = false): Promise<Stage> {
    const cloud = new StageCloud({ ...options, rules: { firestore, storage, ...options.rules } }, keeps);
    const tabs = new Map<Backend, Tab>();
    const tab = (client: Backend): Tab => {
      const found = tabs.get(client);
      if (!found) throw new Error('This client is not of this stage.');
      return found;
    };
    const open = (stores: BrowserStores, browser: TestBrowser, settings: Partial<Settings> = {}): Backend => {
      const share = stores.local.openTab();
      const clientId = cloud.now().nameClient();
      const client = createClient(
        {
          clientId,
          connect: () => {
            const [mine, theirs] = ends();
            cloud.accept(theirs);
            return mine;
          },
          clock: cloud.clock,
          random: cloud.now().random.fork(`client/${clientId}`),
        },
        { stores: { ...stores, local: { openTab: () => share } }, browser, settings },
      );
      tabs.set(client, { client, share, stores, browser });
      return client;
    };
    /** Nothing is said to anybody. */
    const crash = async (client: Backend) => {
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
      restart: () => cloud.restart(),
      async loseAnswer(client, service, operation) {
        await tab(client).client.control.inject({ kind: 'lose-answer', service, operation });
      },
      advance: (ms) => cloud.now().advance(ms),
      settle,
      inbox: () => cloudInbox(cloud.now()),
      publishConfig: (values) => asOperator(cloud.now(), (control) => control.publishConfig(values)),
      publishConfigTemplate: (json) =>
        asOperator(cloud.now(), (control) => control.publishConfigTemplate(json)),
      openSubscriptions: (client) => tab(client).client.openSubscriptions(),
      dispose: async () => cloud.dispose(),
    };
  },
});

export const embedded = provider('embedded', createChannel);

/** As the tabs of the demonstration have it, whose cloud is in a worker. */
export const embeddedInWorker = provider('embedded, over a worker’s port', workerChannel);

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
