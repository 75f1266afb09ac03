/** Client of the installation that the app was built for; ports other than auth and config load later. */
import { openCore } from '#adapters/firebase/core.ts';
import { firstScreenIdle } from '#src/data/client/first-screen-idle.ts';
import type { Opened } from '../provider-options.ts';

export function openFirebaseProvider(): Opened {
  const first = openCore(import.meta.env.VITE_INSTALLATION, { calm: firstScreenIdle });
  return {
    first,
    complete: async () => (await import('#adapters/firebase/backend.ts')).withEveryPort(first),
  };
}
