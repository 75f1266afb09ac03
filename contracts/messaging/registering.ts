/** Messages: permission, registration, and its end. */
import { expect } from 'vitest';
import type { PushPermission, Registration } from '#ports/messaging/messaging.ts';
import { recorder, rejection, type Scenario } from '../harness.ts';
import { dayMs, registered, arrivals, texts, pushingBy } from './common.ts';

export function registeringScenarios(scenario: Scenario): void {
  const pushing = pushingBy(scenario);

  pushing('each browser has its own registration, and a message reaches one of them', async (scene) => {
    const [one, two] = [await registered(scene), await registered(scene)];
    expect(one.id).not.toBe(two.id);
    const [first, second] = [arrivals(scene, one.client), arrivals(scene, two.client)];
    await scene.server.push.send(one.id, { data: { n: '1' } });
    await scene.settle();
    expect(texts(first.front)).toEqual(['1']);
    expect(second).toEqual({ front: [], back: [] });
  });

  pushing('a new client has no registration', async ({ connect }) => {
    const { messaging } = await connect();
    expect(messaging.permission()).toBe('default');
    expect(await messaging.registration()).toBeNull();
  });

  pushing('registering without permission and without asking rejects', async ({ connect }) => {
    const { messaging } = await connect();
    expect(await rejection(messaging.register())).toMatchObject({ code: 'messaging/permission-default' });
    expect(messaging.permission()).toBe('default');
    expect(await messaging.registration()).toBeNull();
  });

  pushing(
    'a dismissed permission prompt leaves the permission at default, and a declined one blocks it',
    async (scene) => {
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
    },
  );

  pushing(
    'registering rejects with messaging/unsupported in a browser without notifications',
    async (scene) => {
      const client = await scene.connect();
      scene.setPermission(client, 'unsupported');
      expect(await rejection(client.messaging.register({ ask: true }))).toMatchObject({
        code: 'messaging/unsupported',
      });
    },
  );

  pushing('onPermission reports changes of the permission', async (scene) => {
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

  pushing('with permission granted, register needs no prompt', async (scene) => {
    const client = await scene.connect();
    scene.setPermission(client, 'granted');
    const registration = await client.messaging.register();
    expect(registration.id).not.toBe('');
    expect(await client.messaging.registration()).toEqual(registration);
  });

  pushing('registering again returns the same registration', async (scene) => {
    const { client, id } = await registered(scene);
    const again = await Promise.all([client.messaging.register(), client.messaging.register()]);
    expect(again.map((registration) => registration.id)).toEqual([id, id]);
  });

  pushing('registering offline rejects, and succeeds after a reconnect', async (scene) => {
    const client = await scene.connect();
    await scene.setNetwork(client, false);
    expect(await rejection(client.messaging.register({ ask: true }))).toMatchObject({
      code: 'messaging/registration-failed',
    });
    expect(await client.messaging.registration()).toBeNull();
    await scene.setNetwork(client, true);
    await client.messaging.register();
  });

  pushing('onRegistration reports the current, a new and a removed registration', async (scene) => {
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

  pushing('a registration survives a reload and receives messages', async (scene) => {
    const { client, id } = await registered(scene);
    const next = await scene.reload(client);
    expect((await next.messaging.registration())?.id).toBe(id);
    const { front } = arrivals(scene, next);
    await scene.server.push.send(id, { data: { n: '1' } });
    await scene.settle();
    expect(texts(front)).toEqual(['1']);
  });

  pushing('after unregister, sending rejects and no message arrives', async (scene) => {
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

  pushing('unregistering offline rejects and changes nothing', async (scene) => {
    const { client, id } = await registered(scene);
    await scene.setNetwork(client, false);
    expect(await rejection(client.messaging.unregister())).toMatchObject({ code: 'unavailable' });
    expect((await client.messaging.registration())?.id).toBe(id);
  });

  pushing('revoking the permission ends the registration', async (scene) => {
    const { client, id } = await registered(scene);
    scene.setPermission(client, 'denied');
    await scene.settle();
    expect(await client.messaging.registration()).toBeNull();
    expect(await rejection(scene.server.push.send(id, { data: {} }))).toMatchObject({
      code: 'messaging/registration-unknown',
    });
  });

  pushing(
    'revoking the permission offline ends the registration, on the server after the reconnect',
    async (scene) => {
      const { client, id } = await registered(scene);
      await scene.setNetwork(client, false);
      scene.setPermission(client, 'denied');
      await scene.settle();
      expect(await client.messaging.registration()).toBeNull();
      await scene.setNetwork(client, true);
      await scene.advance(60_000);
      await scene.settle();
      expect(await rejection(scene.server.push.send(id, { data: {} }))).toMatchObject({
        code: 'messaging/registration-unknown',
      });
    },
  );

  pushing('a registration is renewed after a week', async (scene) => {
    const { client } = await registered(scene);
    const seen = recorder<Registration | null>();
    scene.closing(client.messaging.onRegistration(seen.next));
    await scene.settle();
    const before = seen.last();
    await scene.advance(7 * dayMs - 60_000);
    expect(seen.last()).toEqual(before);
    await scene.advance(120_000);
    const after = seen.last();
    expect((after?.refreshedAt ?? 0) - (before?.refreshedAt ?? 0)).toBeGreaterThanOrEqual(7 * dayMs);
    expect(await client.messaging.registration()).toEqual(after);
    const { front } = arrivals(scene, client);
    await scene.server.push.send(after?.id ?? '', { data: { n: '1' } });
    await scene.settle();
    expect(texts(front)).toEqual(['1']);
  });

  pushing('a renewal that was due while offline happens on reconnect', async (scene) => {
    const { client } = await registered(scene);
    const before = await client.messaging.registration();
    await scene.setNetwork(client, false);
    await scene.advance(8 * dayMs);
    expect(await client.messaging.registration()).toEqual(before);
    await scene.setNetwork(client, true);
    await scene.settle();
    const after = await client.messaging.registration();
    expect((after?.refreshedAt ?? 0) - (before?.refreshedAt ?? 0)).toBeGreaterThanOrEqual(8 * dayMs);
  });

  pushing('methods of a disposed client reject, and its listeners get nothing', async (scene) => {
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
}
