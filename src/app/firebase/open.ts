/**
 * Opens this browser's client of the installation that the app was built for. Whoever signs in needs auth and no more: what the
 * other ports are made of is fetched when the rest of the app is.
 */
import type { FirebaseClient } from '#adapters/firebase/backend.ts';
import { openCore } from '#adapters/firebase/core.ts';
import { firstScreenIdle } from '#src/data/client/first-screen-idle.ts';
import type { Opened } from '../provider-options.ts';

export function openFirebaseProvider(): Opened {
  const core = openCore(import.meta.env.VITE_INSTALLATION, { calm: firstScreenIdle });
  let whole: FirebaseClient | null = null;
  const ports = (): FirebaseClient => {
    if (!whole) throw new Error('Only auth and config can be used before the backend is complete.');
    return whole;
  };
  const complete = async () => {
    const { withEveryPort } = await import('#adapters/firebase/backend.ts');
    whole = withEveryPort(core);
  };
  return {
    backend: {
      ...core,
      get docs() {
        return ports().docs;
      },
      get realtime() {
        return ports().realtime;
      },
      get functions() {
        return ports().functions;
      },
      get storage() {
        return ports().storage;
      },
      get messaging() {
        return ports().messaging;
      },
      get performance() {
        return ports().performance;
      },
    },
    complete,
  };
}
