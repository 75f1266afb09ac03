import type { ClientSettings } from '#ports/defaults.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { PortClient } from '#provider-kit/live-subscriptions.ts';
import type { Random } from '#provider-kit/random.ts';
import type { StorageHealth } from '#provider-kit/storage-health.ts';
import type { KeyValueStore, TabStore } from '#provider-kit/tab-store.ts';
import type { Wire } from './wire.ts';

/** Dependencies of the ports of a browser tab. */
export interface HostClientContext extends PortClient {
  readonly wire: Wire;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: ClientSettings;
  readonly stores: {
    /** Shared by the browser's tabs. */
    readonly local: TabStore;
    /** Of this tab. */
    readonly session: KeyValueStore;
  };
  readonly storage: StorageHealth;
}
