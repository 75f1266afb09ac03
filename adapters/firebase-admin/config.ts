/** Remote configuration as it is published, conditions aside. */
import type { App } from 'firebase-admin/app';
import type { ServerClock, ServerConfig } from '#ports/server/server.ts';
import { isPortError } from '#ports/errors.ts';
import { asPort } from './errors.ts';

/** Every command asks for settings, and the service counts requests: what was read holds for this long. */
const freshMs = 60_000;
/** How long a failure is believed, so that an outage of the configuration doesn't slow everything down. */
const failedMs = 10_000;

type Values = ReadonlyMap<string, string>;

/**
 * In the local emulators, which have none, and in a project that has published none: nothing. When it can't be had, what was
 * read last, or nothing: whoever asks has defaults, and paging goes on.
 */
export function createServerConfig(app: App, clock: ServerClock): ServerConfig {
  let held: Values = new Map();
  let until = 0;
  let asking: Promise<Values> | null = null;

  const fetch = async (): Promise<Values> => {
    try {
      held = await asPort(() => published(app));
      until = clock.now() + freshMs;
    } catch (error) {
      if (!isPortError(error)) throw error;
      console.warn(`The remote configuration could not be read: ${error.message}`);
      until = clock.now() + failedMs;
    } finally {
      asking = null;
    }
    return held;
  };
  return {
    async value(key) {
      const values = clock.now() < until ? held : await (asking ??= fetch());
      return values.get(key) ?? null;
    },
  };
}

async function published(app: App): Promise<Values> {
  if (process.env['FUNCTIONS_EMULATOR'] === 'true') return new Map();
  const { getRemoteConfig } = await import('firebase-admin/remote-config');
  const { parameters } = await getRemoteConfig(app).getTemplate();
  const values = new Map<string, string>();
  for (const [key, { defaultValue }] of Object.entries(parameters))
    if (defaultValue && 'value' in defaultValue) values.set(key, defaultValue.value);
  return values;
}
