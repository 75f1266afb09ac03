// @vitest-environment jsdom
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firebaseCapabilities } from '#adapters/firebase/capabilities.ts';
// Loaded before time is taken.
import '#adapters/firebase/messaging/driver.ts';
import { messagingAlone } from '#adapters/firebase/messaging/alone.fixture.ts';
import type { CompleteBackend } from '#ports/complete.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import { disposingContract } from '#contracts/disposing.contract.ts';
import { messagingContract } from '#contracts/messaging.contract.ts';
import type { Provider } from '#contracts/harness.ts';
import type { ProviderStage } from '#contracts/stage.ts';
import { HostedMessaging } from './hosted/messaging.ts';
import { HostedNetwork } from './hosted/network.ts';
import { providePushClasses, PushBrowser } from './hosted/push-browser.ts';
import { hosted, hostedStage, projectOf } from './hosted/stage.ts';

beforeAll(() => {
  providePushClasses();
  hosted.listen({ onUnhandledFrame: 'error' });
});
afterAll(() => hosted.close());

interface Seat {
  readonly apiKey: string;
  readonly browser: PushBrowser;
  readonly settings: Partial<ClientSettings>;
  openSubscriptions(): number;
}

let browsers = 0;

function messagingStage() {
  const network = new HostedNetwork();
  const service = new HostedMessaging(network);
  const seats = new Map<CompleteBackend, Seat>();
  const seat = (client: CompleteBackend): Seat => {
    const found = seats.get(client);
    if (!found) throw new Error('This client is not of this stage.');
    return found;
  };
  const open = (apiKey: string, browser: PushBrowser, settings: Partial<ClientSettings>): CompleteBackend => {
    const options = { project: projectOf(apiKey), pushKey: 'BPublicKey' };
    const alone = messagingAlone(options, apiKey, browser, settings);
    const client = { ...alone, control: null } as unknown as CompleteBackend;
    service.workers.set(apiKey, (pushed) => browser.receive(pushed));
    seats.set(client, { apiKey, browser, settings, openSubscriptions: alone.openSubscriptions });
    return client;
  };
  const { stage, time } = hostedStage(network, service.handlers(), { push: service.push });
  const parts: Partial<ProviderStage<CompleteBackend>> = {
    connect: async ({ settings = {} } = {}) =>
      open(`push-browser-${++browsers}`, new PushBrowser(), settings),
    async reload(client) {
      const { apiKey, browser, settings } = seat(client);
      await client.dispose();
      return open(apiKey, browser, settings);
    },
    async setNetwork(client, on) {
      network.plug(seat(client).apiKey, on);
      if (on) seat(client).browser.online();
      await time.settle();
    },
    settle: time.settle,
    setVisible: (client, visible) => {
      seat(client).browser.visible = visible;
    },
    setPermission: (client, permission) => seat(client).browser.setPermission(permission),
    answerPermission: (client, permission) => {
      seat(client).browser.answer = permission;
    },
    notifications: (client) => [...seat(client).browser.shown],
    click: (client, click) => seat(client).browser.click(click),
    openSubscriptions: (client) => seat(client).openSubscriptions(),
  };
  return { stage: { ...stage, ...parts }, time, service, seat };
}

const provider: Provider = {
  name: 'firebase, hosted services played',
  manifest: firebaseCapabilities,
  stage: async () => messagingStage().stage,
};

messagingContract(provider);
disposingContract(provider);

test('a registration contains the installation id and the project’s key', async () => {
  const { stage, service } = messagingStage();
  const client = await stage.connect();
  const { id } = await client.messaging.register({ ask: true });
  expect(id).toMatch(/^[cdef][\w-]{21}$/);
  expect(service.bodies).toMatchObject([
    { web: { endpoint: 'https://push.example/subscription', applicationPubKey: 'BPublicKey' } },
  ]);
  await client.dispose();
  await stage.dispose();
});

test('a click without an open page opens the link of the message', async () => {
  const { stage, seat } = messagingStage();
  const client = await stage.connect();
  const { browser } = seat(client);
  await client.dispose();
  const notification = { title: 'Page', body: 'The shop is down', link: '/incidents/1' };
  browser.click({ action: null, message: { id: '1', notification, data: {}, sentAt: 0 } });
  await stage.settle();
  expect(browser.opened).toEqual(['/incidents/1']);
  await stage.dispose();
});

test('a browser with a new push subscription registers again, in its open page or at the next start', async () => {
  const { stage, seat, service } = messagingStage();
  const client = await stage.connect();
  const { id } = await client.messaging.register({ ask: true });
  const { browser } = seat(client);
  browser.pushServiceMoves('https://push.example/2');
  browser.tellMoved();
  await stage.settle();
  expect(service.bodies).toMatchObject([{}, { web: { endpoint: 'https://push.example/2' } }]);
  browser.pushServiceMoves('https://push.example/3');
  const next = await stage.reload(client);
  await stage.settle();
  expect(service.bodies).toMatchObject([{}, {}, { web: { endpoint: 'https://push.example/3' } }]);
  expect(await next.messaging.registration()).toMatchObject({ id });
  // A second reload registers nothing new.
  const last = await stage.reload(next);
  await stage.settle();
  expect(service.bodies).toHaveLength(3);
  await last.dispose();
  await stage.dispose();
});

test('permission revoked while no page was open ends the registration', async () => {
  const { stage, seat } = messagingStage();
  const client = await stage.connect();
  await client.messaging.register({ ask: true });
  const { browser } = seat(client);
  await client.dispose();
  browser.setPermission('denied');
  const next = await stage.reload(client);
  await stage.settle();
  expect(await next.messaging.registration()).toBeNull();
  await next.dispose();
  await stage.dispose();
});

test('a shorter registrationRefreshMs renews before the SDK would', async () => {
  const { stage, service } = messagingStage();
  const day = 24 * 3_600_000;
  const client = await stage.connect({ settings: { registrationRefreshMs: day } });
  await client.messaging.register({ ask: true });
  await stage.advance(day + 60_000);
  expect(service.bodies).toHaveLength(2);
  await client.dispose();
  await stage.dispose();
});
