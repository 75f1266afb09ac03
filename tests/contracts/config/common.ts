/** Small words for the scenarios of configuration. */
import type { Config } from '#ports/config/config.ts';

export const hour = 3_600_000;

export async function refreshed(config: Config): Promise<boolean> {
  await config.fetch();
  return config.activate();
}
