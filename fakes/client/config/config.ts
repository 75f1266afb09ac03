/** Placeholder until the config client lands. */
import type { Config } from '#ports/config/config.ts';
import type { ClientContext } from '../context.ts';

export function createConfig(context: ClientContext): Config {
  void context;
  return {} as Config;
}
