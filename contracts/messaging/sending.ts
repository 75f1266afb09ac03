/** Messages: topics, and limits of a message. */
import { expect } from 'vitest';
import { rejection, type Scenario } from '../harness.ts';
import { registered, arrivals, texts, pushingBy } from './common.ts';

export function sendingScenarios(scenario: Scenario): void {
  const pushing = pushingBy(scenario);

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

  scenario('invalid messages, topics and registrations are rejected', async ({ server }) => {
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

  pushing('a message is copied when it is sent', async (scene) => {
    const { client, id } = await registered(scene);
    const { front } = arrivals(scene, client);
    const data = { n: 'before' };
    const sending = scene.server.push.send(id, { data });
    data.n = 'after';
    await sending;
    await scene.settle();
    expect(texts(front)).toEqual(['before']);
  });
}
