/** A browser with a push service: its registration is the browser's, and follows the subscription. */
import { expect, test } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { WebPush } from '#fakes/cloud/messaging/web-push.ts';
import type { PushAddress } from '#fakes/cloud/messaging/push-address.ts';
import { TestBrowser } from '../browser.ts';
import { connect } from '../client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';

const address = (n: number): PushAddress => ({
  endpoint: `https://push.example/${n}`,
  keys: { p256dh: 'p', auth: `a${n}` },
});

/** A browser whose subscription the test changes, and where messages go; those in `dead` are answered as gone. */
async function subscribed() {
  const sent: string[] = [];
  const dead = new Set<string>();
  const webPush: WebPush = {
    publicKey: 'key',
    accepts: () => true,
    open: ({ gone }) => ({
      async deliver({ box }) {
        if (!box.push || box.isOpen()) return null;
        if (dead.has(box.push.endpoint)) gone(box);
        else sent.push(box.push.endpoint);
        return 'push.example';
      },
      resume() {},
    }),
  };
  const cloud = new FakeCloud({ webPush });
  let current = 1;
  let changed = () => {};
  const browser = Object.assign(new TestBrowser(), {
    async subscribe(_key: string, anew: boolean) {
      if (anew) current++;
      return address(current);
    },
    onSubscriptionChange(next: () => void) {
      changed = next;
      return () => {};
    },
  });
  browser.setPermission('granted');
  const local = memoryStore();
  const tab = async () => {
    const client = connect(cloud, { browser, stores: { local, session: memoryStore() } });
    await settle();
    return client;
  };
  const first = await tab();
  const { id } = await first.messaging.register();
  return {
    cloud,
    first,
    id,
    sent,
    dead,
    tab,
    local,
    browser,
    /** The push service gives the browser another address; does the service worker tell? */
    move({ told }: { readonly told: boolean }) {
      current++;
      if (told) changed();
    },
  };
}

test('a tab opened later has the registration', async () => {
  const { first, id, tab } = await subscribed();
  await first.dispose();
  expect((await (await tab()).messaging.registration())?.id).toBe(id);
});

test('a subscription that changes while a page is open is registered at once', async () => {
  const { cloud, first, id, sent, move } = await subscribed();
  move({ told: true });
  await settle();
  await first.dispose();
  await cloud.server.push.send(id, {});
  expect(sent).toEqual(['https://push.example/2']);
});

test('a subscription that changed while no page was open is registered at the next start', async () => {
  const { cloud, first, id, sent, move, tab } = await subscribed();
  await first.dispose();
  move({ told: false });
  await (await tab()).dispose();
  await cloud.server.push.send(id, {});
  expect(sent).toEqual(['https://push.example/2']);
});

test('a registration that ended with its subscription is replaced with a new subscription', async () => {
  const { cloud, first, id, sent, dead, tab } = await subscribed();
  await first.dispose();
  dead.add('https://push.example/1');
  await expect(cloud.server.push.send(id, {})).rejects.toMatchObject({
    code: 'messaging/registration-unknown',
  });
  const later = await tab();
  const next = await later.messaging.registration();
  expect(next?.id).not.toBe(id);
  await later.dispose();
  await cloud.server.push.send(next?.id ?? '', {});
  expect(sent).toEqual(['https://push.example/2']);
});

test('a tab opened after unregister has no registration', async () => {
  const { first, tab } = await subscribed();
  await first.messaging.unregister();
  expect(await (await tab()).messaging.registration()).toBeNull();
});

test('no registration is renewed without permission', async () => {
  const { cloud, first, id, sent, move, tab, browser } = await subscribed();
  await first.dispose();
  move({ told: false });
  browser.setPermission('default');
  await (await tab()).dispose();
  await cloud.server.push.send(id, {});
  expect(sent).toEqual(['https://push.example/1']);
});
