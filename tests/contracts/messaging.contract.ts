/** The promises of ports/messaging, and of push in ports/server. */
import { expect } from 'vitest';
import type { Backend } from '#ports/backend.ts';
import type {
  NotificationClick,
  PushMessage,
  PushPermission,
  Registration,
} from '#ports/messaging/messaging.ts';
import { contract, type Provider, recorder, rejection, type Scene } from './harness.ts';

const day = 24 * 3_600_000;
const notification = { title: 'Page', body: 'The shop is down', link: '/incidents/1', tag: 'page' };
const foreground = ['messaging.foreground'] as const;

async function registered(scene: Scene): Promise<{ client: Backend; id: string }> {
  const client = await scene.connect();
  const { id } = await client.messaging.register({ ask: true });
  await scene.settle();
  return { client, id };
}

/** Everything that arrives, by the way it came. */
function arrivals(scene: Scene, client: Backend) {
  const [front, back] = [recorder<PushMessage>(), recorder<PushMessage>()];
  scene.closing(client.messaging.onMessage(front.next));
  scene.closing(client.messaging.onBackgroundMessage(back.next));
  return { front: front.values, back: back.values };
}

const texts = (messages: readonly PushMessage[]) => messages.map(({ data }) => data['n']);

export function messagingContract(provider: Provider): void {
  contract('messaging', provider, (scenario) => {
    const pushing = (name: string, run: (scene: Scene) => Promise<void>) => scenario(name, run, foreground);

    pushing('two browsers are two registrations, and a message reaches one', async (scene) => {
      const [one, two] = [await registered(scene), await registered(scene)];
      expect(one.id).not.toBe(two.id);
      const [first, second] = [arrivals(scene, one.client), arrivals(scene, two.client)];
      await scene.server.push.send(one.id, { data: { n: '1' } });
      await scene.settle();
      expect(texts(first.front)).toEqual(['1']);
      expect(second).toEqual({ front: [], back: [] });
    });

    pushing('nobody is registered at first', async ({ connect }) => {
      const { messaging } = await connect();
      expect(messaging.permission()).toBe('default');
      expect(await messaging.registration()).toBeNull();
    });

    pushing('without permission, and without asking, registering is refused', async ({ connect }) => {
      const { messaging } = await connect();
      expect(await rejection(messaging.register())).toMatchObject({ code: 'messaging/permission-default' });
      expect(messaging.permission()).toBe('default');
      expect(await messaging.registration()).toBeNull();
    });

    pushing('a question that is dismissed leaves it open, one that is declined blocks', async (scene) => {
      const client = await scene.connect();
      scene.answerPermission(client, 'default');
      expect(await rejection(client.messaging.register({ ask: true }))).toMatchObject({
        code: 'messaging/permission-default',
      });
      scene.answerPermission(client, 'denied');
      expect(await rejection(client.messaging.register({ ask: true }))).toMatchObject({
        code: 'messaging/permission-blocked',
      });
      expect(client.messaging.permission()).toBe('denied');
    });

    pushing('a browser without notifications is unsupported', async (scene) => {
      const client = await scene.connect();
      scene.setPermission(client, 'unsupported');
      expect(await rejection(client.messaging.register({ ask: true }))).toMatchObject({
        code: 'messaging/unsupported',
      });
    });

    pushing('changes of the permission are told', async (scene) => {
      const client = await scene.connect();
      const seen = recorder<PushPermission>();
      const stop = client.messaging.onPermission(seen.next);
      scene.setPermission(client, 'denied');
      expect(seen.values).toEqual([]);
      scene.setPermission(client, 'granted');
      await scene.settle();
      expect(seen.values).toEqual(['denied', 'granted']);
      stop();
      stop();
      scene.setPermission(client, 'denied');
      await scene.settle();
      expect(seen.values).toHaveLength(2);
    });

    pushing('with permission given, registering need not ask', async (scene) => {
      const client = await scene.connect();
      scene.setPermission(client, 'granted');
      const registration = await client.messaging.register();
      expect(registration.id).not.toBe('');
      expect(await client.messaging.registration()).toEqual(registration);
    });

    pushing('registering again gives the same registration', async (scene) => {
      const { client, id } = await registered(scene);
      const again = await Promise.all([client.messaging.register(), client.messaging.register()]);
      expect(again.map((registration) => registration.id)).toEqual([id, id]);
    });

    pushing('offline registering fails, and works afterwards', async (scene) => {
      const client = await scene.connect();
      await scene.setNetwork(client, false);
      expect(await rejection(client.messaging.register({ ask: true }))).toMatchObject({
        code: 'messaging/registration-failed',
      });
      expect(await client.messaging.registration()).toBeNull();
      await scene.setNetwork(client, true);
      await client.messaging.register();
    });

    pushing('registrations are told: now, made, removed', async (scene) => {
      const client = await scene.connect();
      const seen = recorder<Registration | null>();
      scene.closing(client.messaging.onRegistration(seen.next));
      expect(seen.values).toEqual([]);
      await scene.settle();
      expect(seen.values).toEqual([null]);
      const registration = await client.messaging.register({ ask: true });
      await scene.settle();
      expect(seen.last()).toEqual(registration);
      await client.messaging.unregister();
      await scene.settle();
      expect(seen.values).toEqual([null, registration, null]);
    });

    pushing('a registration survives a reload and goes on receiving', async (scene) => {
      const { client, id } = await registered(scene);
      const next = await scene.reload(client);
      expect((await next.messaging.registration())?.id).toBe(id);
      const { front } = arrivals(scene, next);
      await scene.server.push.send(id, { data: { n: '1' } });
      await scene.settle();
      expect(texts(front)).toEqual(['1']);
    });

    pushing('a message to a visible page arrives in it and shows nothing', async (scene) => {
      const { client, id } = await registered(scene);
      const { front, back } = arrivals(scene, client);
      const messageId = await scene.server.push.send(id, { notification, data: { n: '1' } });
      await scene.settle();
      expect(front).toEqual([{ id: messageId, notification, data: { n: '1' }, sentAt: expect.any(Number) }]);
      expect(Math.abs((front[0]?.sentAt ?? 0) - scene.server.clock.now())).toBeLessThan(60_000);
      expect(back).toEqual([]);
      expect(scene.notifications(client)).toEqual([]);
    });

    pushing('a message to a hidden page is shown, then told', async (scene) => {
      const { client, id } = await registered(scene);
      const { front, back } = arrivals(scene, client);
      scene.setVisible(client, false);
      await scene.server.push.send(id, { notification, data: { n: '1' } });
      await scene.settle();
      expect(scene.notifications(client)).toMatchObject([{ notification, data: { n: '1' } }]);
      expect(texts(back)).toEqual(['1']);
      expect(front).toEqual([]);
    });

    pushing('a data message to a hidden page shows nothing', async (scene) => {
      const { client, id } = await registered(scene);
      const { back } = arrivals(scene, client);
      scene.setVisible(client, false);
      await scene.server.push.send(id, { data: { n: '1' } });
      await scene.settle();
      expect(scene.notifications(client)).toEqual([]);
      expect(texts(back)).toEqual(['1']);
      expect(back[0]).not.toHaveProperty('notification');
    });

    pushing('a click on a notification is told', async (scene) => {
      const { client, id } = await registered(scene);
      scene.setVisible(client, false);
      await scene.server.push.send(id, { notification });
      await scene.settle();
      const seen = recorder<NotificationClick>();
      const stop = client.messaging.onClick(seen.next);
      const [message] = scene.notifications(client);
      if (!message) throw new Error('Nothing was shown.');
      scene.click(client, { action: 'acknowledge', message });
      await scene.settle();
      stop();
      scene.click(client, { action: null, message });
      await scene.settle();
      expect(seen.values).toEqual([{ action: 'acknowledge', message }]);
    });

    pushing(
      'a click before anything listened is told to the first that does, a later one to nobody',
      async (scene) => {
        const { client, id } = await registered(scene);
        scene.setVisible(client, false);
        await scene.server.push.send(id, { notification });
        await scene.settle();
        const [message] = scene.notifications(client);
        if (!message) throw new Error('Nothing was shown.');
        scene.click(client, { action: 'acknowledge', message });
        await scene.settle();
        const [first, second] = [recorder<NotificationClick>(), recorder<NotificationClick>()];
        // Gone before it could be told.
        client.messaging.onClick(first.next)();
        const stop = client.messaging.onClick(second.next);
        await scene.settle();
        stop();
        scene.click(client, { action: null, message });
        await scene.settle();
        const third = recorder<NotificationClick>();
        scene.closing(client.messaging.onClick(third.next));
        await scene.settle();
        expect([first.values, second.values, third.values]).toEqual([
          [],
          [{ action: 'acknowledge', message }],
          [],
        ]);
      },
    );

    pushing('messages arrive in the order sent', async (scene) => {
      const { client, id } = await registered(scene);
      const { front } = arrivals(scene, client);
      await Promise.all(['1', '2', '3'].map((n) => scene.server.push.send(id, { data: { n } })));
      await scene.settle();
      expect(texts(front)).toEqual(['1', '2', '3']);
    });

    pushing('what came while offline arrives on return, in order, once', async (scene) => {
      const { client, id } = await registered(scene);
      const { front } = arrivals(scene, client);
      await scene.setNetwork(client, false);
      for (const n of ['1', '2']) await scene.server.push.send(id, { data: { n } });
      await scene.advance(60_000);
      await scene.setNetwork(client, true);
      await scene.advance(10_000);
      expect(texts(front)).toEqual(['1', '2']);
      await scene.setNetwork(client, false);
      await scene.setNetwork(client, true);
      await scene.advance(10_000);
      expect(texts(front)).toEqual(['1', '2']);
    });

    scenario(
      'a message whose receipt never reached the server arrives once all the same',
      async (scene) => {
        const { client, id } = await registered(scene);
        const { front } = arrivals(scene, client);
        const code = 'unavailable';
        await client.control?.inject({ kind: 'refuse', service: 'messaging', operation: 'ack', code });
        await scene.server.push.send(id, { data: { n: '1' } });
        await scene.settle();
        await scene.setNetwork(client, false);
        await scene.setNetwork(client, true);
        await scene.advance(10_000);
        await scene.server.push.send(id, { data: { n: '2' } });
        await scene.settle();
        expect(texts(front)).toEqual(['1', '2']);
      },
      ['messaging.foreground', 'control'],
    );

    pushing('a message whose time to live is over does not arrive', async (scene) => {
      const { client, id } = await registered(scene);
      const { front } = arrivals(scene, client);
      await scene.setNetwork(client, false);
      const send = (n: string, timeToLiveSeconds: number) =>
        scene.server.push.send(id, { data: { n }, timeToLiveSeconds });
      await send('never', 0);
      await send('short', 60);
      await send('long', 3600);
      await scene.advance(61_000);
      await scene.setNetwork(client, true);
      await scene.advance(10_000);
      expect(texts(front)).toEqual(['long']);
      await send('connected', 0);
      await scene.settle();
      expect(texts(front)).toEqual(['long', 'connected']);
    });

    pushing('what came while the page was closed arrives after it was opened again', async (scene) => {
      const { client, id } = await registered(scene);
      await scene.setNetwork(client, false);
      await scene.server.push.send(id, { data: { n: '1' } });
      const next = await scene.reload(client);
      const { front } = arrivals(scene, next);
      await scene.setNetwork(next, true);
      await scene.settle();
      expect(texts(front)).toEqual(['1']);
    });

    pushing('what came before anything listened goes to the first that does', async (scene) => {
      const { client, id } = await registered(scene);
      for (const n of ['1', '2']) await scene.server.push.send(id, { data: { n } });
      await scene.settle();
      const [first, second] = [recorder<PushMessage>(), recorder<PushMessage>()];
      scene.closing(client.messaging.onMessage(first.next));
      scene.closing(client.messaging.onMessage(second.next));
      expect(first.values).toEqual([]);
      await scene.server.push.send(id, { data: { n: '3' } });
      await scene.settle();
      expect(texts(first.values)).toEqual(['1', '2', '3']);
      expect(texts(second.values)).toEqual(['3']);
    });

    pushing('of what waits for one registration the newest 100 are kept, for 28 days', async (scene) => {
      const { client, id } = await registered(scene);
      const { front } = arrivals(scene, client);
      await scene.setNetwork(client, false);
      const send = (n: number) => scene.server.push.send(id, { data: { n: String(n) } });
      for (let n = 0; n < 102; n++) await send(n);
      await scene.advance(27 * day);
      await send(102);
      await scene.setNetwork(client, true);
      await scene.settle();
      expect(front).toHaveLength(100);
      expect([texts(front)[0], texts(front)[99]]).toEqual(['3', '102']);
      await scene.setNetwork(client, false);
      await send(103);
      await scene.advance(28 * day + 1000);
      await scene.setNetwork(client, true);
      await scene.settle();
      expect(front).toHaveLength(100);
    });

    pushing('nothing is told after unsubscribing', async (scene) => {
      const { client, id } = await registered(scene);
      const seen = recorder<PushMessage>();
      const stop = client.messaging.onMessage(seen.next);
      const sending = scene.server.push.send(id, { data: { n: '1' } });
      stop();
      stop();
      await sending;
      await scene.settle();
      expect(seen.values).toEqual([]);
    });

    pushing('after unregistering, messages are refused and none arrives', async (scene) => {
      const { client, id } = await registered(scene);
      const { front, back } = arrivals(scene, client);
      await client.messaging.unregister();
      await client.messaging.unregister();
      expect(await client.messaging.registration()).toBeNull();
      expect(await rejection(scene.server.push.send(id, { data: {} }))).toMatchObject({
        code: 'messaging/registration-unknown',
      });
      await scene.settle();
      expect([...front, ...back]).toEqual([]);
      const again = await client.messaging.register();
      await scene.settle();
      await scene.server.push.send(again.id, { data: { n: 'again' } });
      await scene.settle();
      expect(texts(front)).toEqual(['again']);
    });

    pushing('offline unregistering is refused and changes nothing', async (scene) => {
      const { client, id } = await registered(scene);
      await scene.setNetwork(client, false);
      expect(await rejection(client.messaging.unregister())).toMatchObject({ code: 'unavailable' });
      expect((await client.messaging.registration())?.id).toBe(id);
    });

    pushing('permission taken away ends the registration', async (scene) => {
      const { client, id } = await registered(scene);
      scene.setPermission(client, 'denied');
      await scene.settle();
      expect(await client.messaging.registration()).toBeNull();
      expect(await rejection(scene.server.push.send(id, { data: {} }))).toMatchObject({
        code: 'messaging/registration-unknown',
      });
    });

    pushing('a registration is renewed after a week', async (scene) => {
      const { client } = await registered(scene);
      const seen = recorder<Registration | null>();
      scene.closing(client.messaging.onRegistration(seen.next));
      await scene.settle();
      const before = seen.last();
      await scene.advance(7 * day - 60_000);
      expect(seen.last()).toEqual(before);
      await scene.advance(120_000);
      const after = seen.last();
      expect((after?.refreshedAt ?? 0) - (before?.refreshedAt ?? 0)).toBeGreaterThanOrEqual(7 * day);
      expect(await client.messaging.registration()).toEqual(after);
      const { front } = arrivals(scene, client);
      await scene.server.push.send(after?.id ?? '', { data: { n: '1' } });
      await scene.settle();
      expect(texts(front)).toEqual(['1']);
    });

    pushing('a renewal that was due while offline happens on return', async (scene) => {
      const { client } = await registered(scene);
      const before = await client.messaging.registration();
      await scene.setNetwork(client, false);
      await scene.advance(8 * day);
      expect(await client.messaging.registration()).toEqual(before);
      await scene.setNetwork(client, true);
      await scene.settle();
      const after = await client.messaging.registration();
      expect((after?.refreshedAt ?? 0) - (before?.refreshedAt ?? 0)).toBeGreaterThanOrEqual(8 * day);
    });

    pushing('a message to a topic reaches its subscribers', async (scene) => {
      const [one, two] = [await registered(scene), await registered(scene)];
      const [first, second] = [arrivals(scene, one.client), arrivals(scene, two.client)];
      const { push } = scene.server;
      await push.subscribe(one.id, 'team-1');
      await push.subscribe(one.id, 'team-1');
      await push.subscribe(two.id, 'team-1');
      await push.sendToTopic('team-1', { data: { n: 'both' } });
      await push.unsubscribe(two.id, 'team-1');
      await push.unsubscribe(two.id, 'team-1');
      await push.sendToTopic('team-1', { data: { n: 'one' } });
      await push.sendToTopic('nobody', { data: { n: 'none' } });
      await scene.settle();
      expect(texts(first.front)).toEqual(['both', 'one']);
      expect(texts(second.front)).toEqual(['both']);
    });

    scenario('bad messages are refused', async ({ server }) => {
      const { push } = server;
      expect(await rejection(push.send('nobody', { data: {} }))).toMatchObject({
        code: 'messaging/registration-unknown',
      });
      expect(await rejection(push.subscribe('nobody', 'topic'))).toMatchObject({
        code: 'messaging/registration-unknown',
      });
      for (const topic of ['', 'a b', 'a/b', 'x'.repeat(901)])
        expect(await rejection(push.sendToTopic(topic, {}))).toMatchObject({ code: 'invalid-argument' });
      for (const timeToLiveSeconds of [-1, 1.5, 2_419_201])
        expect(await rejection(push.sendToTopic('topic', { timeToLiveSeconds }))).toMatchObject({
          code: 'out-of-range',
        });
      expect(await rejection(push.sendToTopic('topic', { data: { big: 'x'.repeat(4097) } }))).toMatchObject({
        code: 'invalid-argument',
      });
    });

    pushing('a message is a copy from the moment it is sent', async (scene) => {
      const { client, id } = await registered(scene);
      const { front } = arrivals(scene, client);
      const data = { n: 'before' };
      const sending = scene.server.push.send(id, { data });
      data.n = 'after';
      await sending;
      await scene.settle();
      expect(texts(front)).toEqual(['before']);
    });

    pushing('a disposed client refuses and hears nothing', async (scene) => {
      const { client, id } = await registered(scene);
      const { front } = arrivals(scene, client);
      await client.dispose();
      await scene.server.push.send(id, { data: { n: '1' } });
      await scene.settle();
      expect(front).toEqual([]);
      for (const ask of [
        () => client.messaging.register(),
        () => client.messaging.registration(),
        () => client.messaging.unregister(),
      ])
        expect(await rejection(ask())).toMatchObject({ code: 'failed-precondition' });
    });
  });
}
