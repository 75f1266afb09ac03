/** Small words for the scenarios of configuration. */
import type { Complete } from '#ports/complete.ts';
import type { Config } from '#ports/config/config.ts';

export const hourMs = 3_600_000;

export async function refreshed(config: Complete<Config>): Promise<boolean> {
  await config.remote.fetch();
  return config.remote.activate();
}
