import type { Random } from '#provider-kit/random.ts';
import type { StorageHealth } from '#provider-kit/storage-health.ts';
import type { TabStore } from '#provider-kit/tab-store.ts';

const key = 'docs/browser';

/**
 * Names this browser to the server, the same in all tabs. The first tab ever makes it up. `null` when the storage can't be read, or does
 * not take the name: other tabs would not find it.
 */
export async function browserName(
  store: TabStore,
  random: Random,
  health: StorageHealth,
): Promise<string | null> {
  const stored = () => health.read('browser name', () => store.get(key));
  let lock: ReturnType<TabStore['lock']> | null = null;
  try {
    const kept = await stored();
    if (typeof kept === 'string') return kept;
    lock = store.lock(key);
    await lock.held;
    const meanwhile = await stored();
    if (typeof meanwhile === 'string') return meanwhile;
    const name = random.fork(key).id();
    await store.set(key, name);
    return name;
  } catch (error) {
    health.failed('write', 'browser name', error);
    return null;
  } finally {
    lock?.release();
  }
}
