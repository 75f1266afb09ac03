/** A browser is made reachable, as `src/data/queries/this-device.ts` does it: one record for one registration. */
import type { Desk } from './desk.ts';
import type { World } from './world.ts';

export const label = { label: 'A browser', userAgent: 'simulated' };

export async function enable(world: World, desk: Desk): Promise<void> {
  const { id } = await desk.client.messaging.register({ ask: true });
  world.give(desk, 'registerDevice', { deviceId: id, registration: id, ...label });
}
