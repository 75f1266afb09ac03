/** Settings of the product, live: remote configuration read through the domain. */
import { readSettings, type Settings, settingsDefaults, type SettingsKey } from '#api/settings.ts';
import { type Config, configToken } from '#ports/config/config.ts';
import { useLive } from '#react/live-query.ts';
import { usePort } from '#react/ports.tsx';

type SettingsValues = Readonly<Record<SettingsKey, string>>;

const keys = Object.keys(settingsDefaults) as SettingsKey[];

const readAll = (config: Config): SettingsValues =>
  Object.fromEntries(keys.map((key) => [key, config.value(key).asString()])) as SettingsValues;

/** Settings that were read from values, by the values: each row of a long list asks for them. */
const known = new WeakMap<SettingsValues, Settings>();

function settingsOf(values: SettingsValues): Settings {
  const settings = known.get(values) ?? readSettings((key) => values[key]).settings;
  known.set(values, settings);
  return settings;
}

/** The settings in force now; a change on the server shows at once. */
export function useSettings(): Settings {
  const config = usePort(configToken);
  const { data } = useLive<SettingsValues>(['settings'], (push) => {
    config.setDefaults(settingsDefaults);
    const tell = () => push.next(readAll(config));
    let open = true;
    tell();
    const { remote, live } = config;
    if (!remote) return () => {};
    const activate = () =>
      remote.activate().then(
        () => {
          if (open) tell();
        },
        () => {},
      );
    void remote.fetch().then(activate, () => {});
    const end = live?.watch({ next: () => void activate() });
    return () => {
      open = false;
      end?.();
    };
  });
  return settingsOf(data ?? settingsDefaults);
}
