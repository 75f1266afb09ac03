/** A browser is made reachable, as `src/data/queries/this-device.ts` does it: one record for one registration. */
import type { SimulatedBrowser } from './browser.ts';
import type { World } from './world.ts';

export const label = { label: 'A browser', userAgent: 'simulated' };

export async function enable(world: World, browser: SimulatedBrowser): Promise<void> {
  const { id } = await browser.client.messaging.register({ ask: true });
  world.give(browser, 'registerDevice', { deviceId: id, registration: id, ...label });
}
