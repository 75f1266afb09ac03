/** Messages: how they arrive, at a page that is seen, hidden, closed or offline. */
import { expect } from 'vitest';
import type { NotificationClick, PushMessage } from '#ports/messaging/messaging.ts';
import { recorder, type Scenario } from '../harness.ts';
import { dayMs, notification, registered, arrivals, texts, pushingBy } from './common.ts';

export function arrivingScenarios(scenario: Scenario): void {
  const pushing = pushingBy(scenario);

  pushing('a message to a visible page arrives in the page and shows no notification', async (scene) => {
    const { client, id } = await registered(scene);
    const { front, back } = arrivals(scene, client);
    const { id: messageId } = await scene.server.push.send(id, { notification, data: { n: '1' } });
    await scene.settle();
    expect(front).toEqual([{ id: messageId, notification, data: { n: '1' }, sentAt: expect.any(Number) }]);
    expect(Math.abs((front[0]?.sentAt ?? 0) - scene.server.clock.now())).toBeLessThan(60_000);
    expect(back).toEqual([]);
    expect(scene.notifications(client)).toEqual([]);
  });

  pushing(
    'a message to a hidden page shows a notification, then calls the background listener',
    async (scene) => {
      const { client, id } = await registered(scene);
      const { front, back } = arrivals(scene, client);
      scene.setVisible(client, false);
      await scene.server.push.send(id, { notification, data: { n: '1' } });
      await scene.settle();
      expect(scene.notifications(client)).toMatchObject([{ notification, data: { n: '1' } }]);
      expect(texts(back)).toEqual(['1']);
      expect(front).toEqual([]);
    },
  );

  pushing('a data message to a hidden page shows no notification', async (scene) => {
    const { client, id } = await registered(scene);
    const { back } = arrivals(scene, client);
    scene.setVisible(client, false);
    await scene.server.push.send(id, { data: { n: '1' } });
    await scene.settle();
    expect(scene.notifications(client)).toEqual([]);
    expect(texts(back)).toEqual(['1']);
    expect(back[0]).not.toHaveProperty('notification');
  });

  pushing('a delivered message is not repeated after a reload', async (scene) => {
    const { client, id } = await registered(scene);
    const { front } = arrivals(scene, client);
    await scene.server.push.send(id, { data: { n: '1' } });
    await scene.settle();
    expect(texts(front)).toEqual(['1']);
    const again = await scene.reload(client);
    const later = arrivals(scene, again);
    await again.messaging.registration();
    await scene.settle();
    await scene.server.push.send((await again.messaging.registration())?.id ?? '', { data: { n: '2' } });
    await scene.settle();
    expect([...texts(later.front), ...texts(later.back)]).toEqual(['2']);
  });

  pushing('onClick reports a click on a notification', async (scene) => {
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

  pushing('a click made before any listener exists is reported to the first listener only', async (scene) => {
    const { client, id } = await registered(scene);
    scene.setVisible(client, false);
    await scene.server.push.send(id, { notification });
    await scene.settle();
    const [message] = scene.notifications(client);
    if (!message) throw new Error('Nothing was shown.');
    scene.click(client, { action: 'acknowledge', message });
    await scene.settle();
    const [first, second] = [recorder<NotificationClick>(), recorder<NotificationClick>()];
    // Unsubscribed before the first event.
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
  });

  pushing('messages arrive in the order they were sent', async (scene) => {
    const { client, id } = await registered(scene);
    const { front } = arrivals(scene, client);
    await Promise.all(['1', '2', '3'].map((n) => scene.server.push.send(id, { data: { n } })));
    await scene.settle();
    expect(texts(front)).toEqual(['1', '2', '3']);
  });

  pushing('messages sent while offline arrive once and in order on reconnect', async (scene) => {
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
    'a message whose acknowledgement was lost arrives once',
    { needs: ['messaging.foreground', 'control'] },
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
  );

  pushing('a message whose time to live has passed does not arrive', async (scene) => {
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

  pushing('messages sent while the page was closed arrive after it is opened', async (scene) => {
    const { client, id } = await registered(scene);
    await scene.setNetwork(client, false);
    await scene.server.push.send(id, { data: { n: '1' } });
    const next = await scene.reload(client);
    const { front } = arrivals(scene, next);
    await scene.setNetwork(next, true);
    await scene.settle();
    expect(texts(front)).toEqual(['1']);
  });

  pushing(
    'messages received before any listener exists are reported to the first listener',
    async (scene) => {
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
    },
  );

  pushing('the newest 100 waiting messages of a registration are kept for 28 days', async (scene) => {
    const { client, id } = await registered(scene);
    const { front } = arrivals(scene, client);
    await scene.setNetwork(client, false);
    const send = (n: number) => scene.server.push.send(id, { data: { n: String(n) } });
    for (let n = 0; n < 102; n++) await send(n);
    await scene.advance(27 * dayMs);
    await send(102);
    await scene.setNetwork(client, true);
    await scene.settle();
    expect(front).toHaveLength(100);
    expect([texts(front)[0], texts(front)[99]]).toEqual(['3', '102']);
    await scene.setNetwork(client, false);
    await send(103);
    await scene.advance(28 * dayMs + 1000);
    await scene.setNetwork(client, true);
    await scene.settle();
    expect(front).toHaveLength(100);
  });

  pushing('a listener gets nothing after unsubscribing', async (scene) => {
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
}
