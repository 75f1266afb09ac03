/** The realtime tree, with the server's authority. */
import type { App } from 'firebase-admin/app';
import { checkUpdate, pathKeys } from '#provider-kit/realtime/checks.ts';
import type { ServerRealtime } from '#ports/server/server.ts';
import type { Json } from '#ports/shared.ts';
import { asPort } from './errors.ts';

export function createServerRealtime(app: App): ServerRealtime {
  const root = async () => {
    const { getDatabase } = await import('firebase-admin/database');
    return getDatabase(app).ref();
  };
  return {
    get: (path) =>
      asPort(async () => {
        const keys = pathKeys(path);
        const place = await root();
        const snapshot = await (keys.length > 0 ? place.child(keys.join('/')) : place).get();
        return snapshot.val() as Json;
      }),
    update: (values) =>
      asPort(async () => {
        const entries = [...checkUpdate('', values)].map(([keys, value]) => [keys.join('/'), value] as const);
        if (entries.length === 0) return;
        const place = await root();
        const [first] = entries;
        // The root itself can be replaced, but not by an update of its children.
        if (first?.[0] === '') await place.set(first[1]);
        else await place.update(Object.fromEntries(entries));
      }),
  };
}
