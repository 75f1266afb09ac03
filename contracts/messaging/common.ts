/** Small words for the scenarios of messages. */
import type { CompleteBackend } from '#ports/complete.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { needing, recorder, type Scene, type Scenario } from '../harness.ts';

export const dayMs = 24 * 3_600_000;
export const notification = { title: 'Page', body: 'The shop is down', link: '/incidents/1', tag: 'page' };
const foreground = ['messaging.foreground'] as const;

export async function registered(scene: Scene): Promise<{ client: CompleteBackend; id: string }> {
  const client = await scene.connect();
  const { id } = await client.messaging.register({ ask: true });
  await scene.settle();
  return { client, id };
}

/** Messages that arrive, by the way they came. */
export function arrivals(scene: Scene, client: CompleteBackend) {
  const [front, back] = [recorder<PushMessage>(), recorder<PushMessage>()];
  scene.closing(client.messaging.onMessage(front.next));
  scene.closing(client.messaging.onBackgroundMessage(back.next));
  return { front: front.values, back: back.values };
}

export const texts = (messages: readonly PushMessage[]) => messages.map(({ data }) => data['n']);

/** Scenarios of pushes that reach a page. */
export const pushingBy = (scenario: Scenario): Scenario => needing(scenario, foreground);
