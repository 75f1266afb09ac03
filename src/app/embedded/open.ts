/** Opens this tab's client of the demonstration's cloud. */
import { seededRandom } from '#fakes/cloud/random.ts';
import { createClient, type EmbeddedClient } from '#fakes/client/client.ts';
import type { OpenOptions } from '../provider.ts';
import { browserHost, registerServiceWorker } from './browser-host.ts';
import type { CloudDoor, DoorOptions } from './door.ts';
import { tabClock } from './machine.ts';
import { localStore, tabName, tabStore } from './stores.ts';

export async function open({ chooseAccount, onNotice, onRetired }: OpenOptions): Promise<EmbeddedClient> {
  const tabId = crypto.randomUUID();
  const [door, local] = await Promise.all([openDoor({ tabId, onNotice, onRetired }), localStore()]);
  registerServiceWorker();
  const client = createClient(
    { clientId: tabId, connect: door.connect, clock: tabClock, random: seededRandom(tabId) },
    { stores: { local, session: tabStore() }, browser: browserHost(tabName(), chooseAccount) },
  );
  // A page that comes back from the browser's cache has lost its connections.
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
  return client;
}

async function openDoor(options: DoorOptions): Promise<CloudDoor> {
  if (!tabHostForced() && 'SharedWorker' in globalThis) {
    try {
      const { openWorkerDoor } = await import('./worker-host.ts');
      return await openWorkerDoor(options);
    } catch (error) {
      console.warn('The shared worker did not start; a tab hosts the demonstration instead.', error);
    }
  }
  const { openTabDoor } = await import('./tab-host.ts');
  return openTabDoor(options);
}

/** `?provider-host=tab` forces the way without a shared worker for as long as this tab is open, `worker` takes it back. */
function tabHostForced(): boolean {
  const key = 'muster.provider-host';
  const asked = new URLSearchParams(location.search).get('provider-host');
  try {
    if (asked !== null) sessionStorage.setItem(key, asked);
    return sessionStorage.getItem(key) === 'tab';
  } catch {
    return asked === 'tab';
  }
}
