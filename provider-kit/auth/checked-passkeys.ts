/** The shell of `Passkeys`: checks of arguments over a provider's driver. */
import type { Passkeys } from '#ports/auth/auth.ts';
import { checkTexts } from './checks.ts';

export const checkedPasskeys = (driver: Passkeys): Passkeys => ({
  ...driver,
  add(name) {
    checkTexts({ name });
    return driver.add(name);
  },
  rename(id, name) {
    checkTexts({ id, name });
    return driver.rename(id, name);
  },
  remove(id) {
    checkTexts({ id });
    return driver.remove(id);
  },
});
