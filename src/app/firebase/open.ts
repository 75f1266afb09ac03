/** Opens this browser's client of the installation that the app was built for. */
import { openFirebase } from '#adapters/firebase/backend.ts';
import type { Backend } from '#ports/backend.ts';

export async function open(): Promise<Backend> {
  return openFirebase(import.meta.env.VITE_INSTALLATION);
}
