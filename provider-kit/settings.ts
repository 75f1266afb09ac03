/** ClientSettings of a client: the defaults of `ports/defaults.ts`, with the chosen ones laid over them. */
import {
  type SettingBounds,
  bounds,
  type SettingName,
  type ClientSettings,
  unlimitedCache,
} from '#ports/defaults.ts';
import { PortError } from '#ports/errors.ts';
import { checkOptions } from '#ports/options.ts';

export const defaultSettings: ClientSettings = Object.fromEntries(
  Object.entries(bounds).map(([name, bound]) => [name, bound.default]),
) as ClientSettings;

const settingNames = Object.fromEntries(Object.keys(bounds).map((name) => [name, true as const]));

/**
 * The defaults with `chosen` laid over them.
 * @throws PortError `out-of-range` naming the setting, its bounds and what was given; nothing is applied then.
 * @throws TypeError for a setting that does not exist, naming the nearest one.
 */
export function resolveSettings(chosen: Partial<ClientSettings> = {}): ClientSettings {
  checkOptions('A client', chosen, settingNames, ['settings']);
  for (const [name, value] of Object.entries(chosen)) {
    const bound: SettingBounds = bounds[name as SettingName];
    if (name === 'cacheBytes' && value === unlimitedCache) continue;
    if (!Number.isFinite(value) || value < bound.min || value > bound.max)
      throw new PortError(
        'out-of-range',
        `${name} must be between ${bound.min} and ${bound.max} ${bound.unit}; ${value} was given.`,
      );
  }
  return { ...defaultSettings, ...chosen };
}
