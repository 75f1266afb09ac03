/** A browser is made reachable, as `src/data/queries/this-device.ts` does it: one record for one registration. */
import type { CommandInput } from '#api/commands.ts';
import type { SimulatedBrowser } from './browser.ts';

export const label = { label: 'A browser', userAgent: 'simulated' };

/** Carries out a command of a person. */
export interface CommandGiver {
  give(
    browser: SimulatedBrowser,
    name: 'registerDevice',
    input: Omit<CommandInput<'registerDevice'>, 'teamId' | 'commandId'>,
  ): unknown;
}

export async function enable(world: CommandGiver, browser: SimulatedBrowser): Promise<void> {
  const { id } = await browser.client.messaging.register({ ask: true });
  world.give(browser, 'registerDevice', { deviceId: id, registration: id, ...label });
}
