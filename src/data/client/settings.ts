/** Settings of the product, live: remote configuration read through the domain. */
import { readSettings, type Settings, settingsDefaults } from '#api/settings.ts';
import { configToken } from '#ports/config/config.ts';
import { useLive } from './live-query.ts';
import { usePort } from './ports.tsx';

const defaults = readSettings((key) => settingsDefaults[key]).settings;

/** The settings in force now; a change on the server shows at once. */
export function useSettings(): Settings {
  const config = usePort(configToken);
  const { data } = useLive<Settings>(['settings'], (push) => {
    config.setDefaults(settingsDefaults);
    // Read once a change: rows of long lists ask for them.
    const tell = () => push.next(readSettings((key) => config.value(key).asString()).settings);
    let open = true;
    const activate = () =>
      config.activate().then(
        () => {
          if (open) tell();
        },
        () => {},
      );
    tell();
    void config.fetch().then(activate, () => {});
    const end = config.watch({ next: () => void activate() });
    return () => {
      open = false;
      end();
    };
  });
  return data ?? defaults;
}
