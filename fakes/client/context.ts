/** Dependencies of each port of an embedded client. */
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import type { Subscriptions } from '#ports/shared.ts';
import type { BrowserHost } from './browser.ts';
import type { CloudLink } from './link.ts';
import type { StorageHealth } from '#provider-kit/storage-health.ts';
import type { KeyValueStore } from '#provider-kit/tab-store.ts';
import type { BrowserStore, TabStores } from '#provider-kit/tab-store.ts';

export interface ClientContext extends Subscriptions {
  readonly link: CloudLink;
  /** This client's own clock: it may be skewed against the cloud's. */
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: ClientSettings;
  readonly stores: TabStores;
  /** Whether the stores were given, and so may outlast this client. */
  readonly outlasted: boolean;
  readonly storage: StorageHealth;
  readonly browser: BrowserHost;
  /** Runs when the client is disposed of, in the order given. */
  onDispose(run: () => void | Promise<void>): void;
  isDisposed(): boolean;
}

export interface ClientStores {
  /** Shared by all tabs of one browser; survives a reload. Each client opens a tab. */
  readonly local: Pick<BrowserStore, 'openTab'>;
  /** Store of this tab; survives a reload. */
  readonly session: KeyValueStore;
}
