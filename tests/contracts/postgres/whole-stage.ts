/** The whole provider on the contracts' stage: one server process, browsers over connections, no HTTP. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postgresClient, type PostgresClient } from '#adapters/postgres/client/backend.ts';
import { postgresCapabilities } from '#adapters/postgres/client/capabilities.ts';
import type { PushBrowser } from '#adapters/postgres/client/messaging.ts';
import { diskFileStore } from '#adapters/postgres/files/disk-file-store.ts';
import { openPostgresHost, type PostgresHost } from '#adapters/postgres/host/postgres-host.ts';
import { channelPair, type TextChannel } from '#adapters/postgres/wire/channel.ts';
import type { Provider, StageOptions } from '#contracts/harness.ts';
import { OffStage } from '#contracts/off-stage.ts';
import type { ProviderStage } from '#contracts/stage.ts';
import type { Backend } from '#ports/backend.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import type { InboxMessage } from '#ports/control.ts';
import type { NotificationClick, PushMessage, PushPermission } from '#ports/messaging/messaging.ts';
import { runEach } from '#provider-kit/guard-listener.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { noObserver } from '#provider-kit/storage-health.ts';
import { HeardDatabase } from './heard-database.ts';
import { openBareDatabase } from './provider.ts';
import { newTabShelf, type TabShelf } from './wire-stage.ts';

/** Notifications of a browser, in the hands of the scenario. */
class StagedPushBrowser implements PushBrowser {
  isVisible = true;
  answer: PushPermission = 'granted';
  readonly shown: PushMessage[] = [];
  private current: PushPermission = 'default';
  private readonly permissionListeners = new Set<(permission: PushPermission) => void>();
  private readonly clickListeners = new Set<(click: NotificationClick) => void>();

  visible = () => this.isVisible;
  permission = () => this.current;
  requestPermission = async () => {
    this.setPermission(this.answer);
    return this.current;
  };
  onPermission = (next: (permission: PushPermission) => void) => {
    this.permissionListeners.add(next);
    return () => this.permissionListeners.delete(next);
  };
  showNotification = async (message: PushMessage) => {
    if (message.notification) this.shown.push(message);
  };
  /** A page is all that this browser is reached by. */
  subscribe = async () => null;
  onSubscriptionChange = () => () => {};
  onNotificationClick = (next: (click: NotificationClick) => void) => {
    this.clickListeners.add(next);
    return () => this.clickListeners.delete(next);
  };

  setPermission(permission: PushPermission): void {
    if (permission === this.current) return;
    this.current = permission;
    runEach([...this.permissionListeners], (listener) => listener(permission));
  }

  click(click: NotificationClick): void {
    runEach([...this.clickListeners], (listener) => listener(click));
  }
}

const hourMs = 3_600_000;

interface Tab extends PostgresClient {
  readonly shelf: TabShelf;
  readonly push: StagedPushBrowser;
  isOnline: boolean;
}

export const postgresWhole: Provider = {
  name: 'postgres, whole',
  manifest: postgresCapabilities({ social: false, passkeys: false }),
  stage: openWholeStage,
};

async function openWholeStage({ functions, rules = {}, auth }: StageOptions): Promise<ProviderStage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-whole-'));
  const { database: inner } = await openBareDatabase();
  const heard = new HeardDatabase(inner);
  const rest = () => heard.rest();
  const clock = new ManualClock(undefined, rest);
  const inbox: InboxMessage[] = [];
  const everything = { firestore: everyDoc, storage: everyFile, database: everyValue };
  const host: PostgresHost = await openPostgresHost({
    application: { functions, rules: { ...everything, ...rules }, indexes: [] },
    database: heard.database,
    files: diskFileStore(folder),
    origin: 'http://localhost',
    clock,
    random: seededRandom('whole server'),
    sendMail({ to, subject, text, link }) {
      const id = String(inbox.length);
      inbox.unshift({ id, channel: 'email', to, subject, body: text, action: link, sentAt: clock.now() });
    },
    push: { contact: 'mailto:test@example.com' },
    auth: { passwordCost: { N: 1024, r: 8, p: 1 }, ...(auth && { project: auth }) },
    taskPollMs: 7 * 24 * 3_600_000,
    http: null,
    workers: null,
    report: () => {},
  });
  await host.start();
  const tabs = new Map<Backend, Tab>();
  const tabOf = (client: Backend): Tab => {
    const tab = tabs.get(client);
    if (!tab) throw new Error('This client is not of this stage.');
    return tab;
  };
  const connect = (): TextChannel => {
    const [browser, end] = channelPair();
    host.wire.accept(end);
    return browser;
  };
  const open = async (
    shelf: TabShelf,
    push: StagedPushBrowser,
    settings: Partial<ClientSettings> = {},
    isOnline = true,
  ) => {
    const clientId = `client ${tabs.size + 1}`;
    const client = postgresClient({
      ...{ connect, clientId, clock, random: seededRandom(clientId), push, settings },
      files: { address: 'http://localhost/', fetch: () => Promise.reject(new TypeError('No network.')) },
      stores: { local: shelf.browser, session: shelf.session },
      storage: noObserver,
      social: null,
      passkeys: null,
      onTiming: () => () => {},
      report: (error) => console.error(error),
    });
    tabs.set(client.backend, { ...client, shelf, push, isOnline });
    if (!isOnline) client.setNetwork(false);
    await rest();
    return client.backend;
  };
  const crash = async (client: Backend) => {
    tabOf(client).setNetwork(false);
    await rest();
  };
  return {
    connect: ({ settings } = {}) => open(newTabShelf(), new StagedPushBrowser(), settings),
    async reload(client) {
      const { shelf, push, isOnline } = tabOf(client);
      await crash(client);
      return open(shelf, push, {}, isOnline);
    },
    openTab: (client) => open(newTabShelf(tabOf(client).shelf.browser), tabOf(client).push),
    async setNetwork(client, on) {
      tabOf(client).isOnline = on;
      tabOf(client).setNetwork(on);
      await rest();
    },
    kill: crash,
    openSubscriptions: (client) => tabOf(client).openSubscriptions(),
    server: host.server,
    setVisible: (client, visible) => void (tabOf(client).push.isVisible = visible),
    setPermission: (client, permission) => tabOf(client).push.setPermission(permission),
    answerPermission: (client, permission) => void (tabOf(client).push.answer = permission),
    notifications: (client) => tabOf(client).push.shown,
    click: (client, click) => tabOf(client).push.click(click),
    async inbox() {
      await rest();
      return inbox;
    },
    async publishConfig(values) {
      await host.config.publish(values);
      await rest();
    },
    async advance(ms) {
      if (ms > 12 * hourMs) throw new OffStage('Time is moved by half a day at most.');
      // Each renewal of leases, every 10 s, is a request: beyond an hour, time passes as on a machine that sleeps.
      if (ms > hourMs) await clock.jump(ms - hourMs);
      await clock.advance(Math.min(ms, hourMs));
      await rest();
    },
    settle: rest,
    async dispose() {
      await Promise.all([...tabs.keys()].map((client) => client.dispose()));
      await host.stop();
      await heard.rest();
      await inner.close();
      await rm(folder, { recursive: true });
    },
    lacks: 'The stage has no HTTP, and can’t start the server again.',
  };
}

const everyDoc = `rules_version = '2';
service cloud.firestore { match /databases/{database}/documents { match /{document=**} { allow read, write; } } }`;
const everyFile = `rules_version = '2';
service firebase.storage { match /b/{bucket}/o { match /{file=**} { allow read, write; } } }`;
const everyValue = '{ "rules": { ".read": true, ".write": true } }';
