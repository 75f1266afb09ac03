/** The team's settings as remote configuration has them now; a value that makes no sense falls back to its default. */
import { readSettings, settingsDefaults, type Settings, type SettingsKey } from '#api/settings.ts';
import type { ServerConfig } from '#ports/server/server.ts';

export async function currentSettings(config: ServerConfig): Promise<Settings> {
  const keys = Object.keys(settingsDefaults) as SettingsKey[];
  const values = await Promise.all(keys.map(async (key) => [key, (await config.value(key)) ?? ''] as const));
  const published = new Map(values);
  return readSettings((key) => published.get(key) ?? '').settings;
}
