/** A browser whose storage fails on demand. */
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { type BrokenStores, brokenStores, type Fails } from './broken-storage.fixture.ts';
import { connect, type EmbeddedClient } from './client.ts';
import type { StorageFailure, StorageState } from '#provider-kit/storage-health.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';

export interface BrokenStoragePage {
  readonly client: EmbeddedClient;
  readonly stores: BrokenStores;
  readonly failures: StorageFailure[];
  readonly states: StorageState[];
}

export class BrokenStorageBrowser {
  readonly cloud = new FakeCloud();
  readonly disk = { local: memoryStore(), session: memoryStore() };

  open(fails: Fails, networkOn = true): BrokenStoragePage {
    const stores = brokenStores(this.disk, fails);
    const failures: StorageFailure[] = [];
    const states: StorageState[] = [];
    const storage = {
      failed: (failure: StorageFailure) => void failures.push(failure),
      changed: (state: StorageState) => void states.push(state),
    };
    const { local, session } = stores;
    const client = connect(this.cloud, { stores: { local, session }, storage });
    client.control.setNetwork(networkOn);
    return { client, stores, failures, states };
  }

  async crash({ client, stores }: BrokenStoragePage): Promise<void> {
    stores.closeTab();
    client.control.setNetwork(false);
    await settle();
  }

  /** Keys and values on the disk. */
  async records(): Promise<readonly (readonly [string, unknown])[]> {
    const tab = this.disk.local.openTab();
    const found = await tab.list('');
    tab.close();
    return found;
  }
}
