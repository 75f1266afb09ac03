import type { Random } from '#fakes/cloud/random.ts';
import type { TabStore } from '../tabs.ts';

const key = 'docs/browser';

/** Names this browser to the server, whichever tab speaks. The first tab ever makes it up. */
export async function browserName(store: TabStore, random: Random): Promise<string> {
  const kept = await store.get(key);
  if (typeof kept === 'string') return kept;
  const lock = store.lock(key);
  await lock.held;
  try {
    const meanwhile = await store.get(key);
    if (typeof meanwhile === 'string') return meanwhile;
    const name = random.fork(key).id();
    await store.set(key, name);
    return name;
  } finally {
    lock.release();
  }
}
