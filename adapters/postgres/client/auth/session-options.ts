/** Options of a browser's session, and the server's answer to a sign-in. */
import type { User } from '#ports/auth/auth.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { PortClient } from '#provider-kit/live-subscriptions.ts';
import type { StorageHealth } from '#provider-kit/storage-health.ts';
import type { TabStores } from '#provider-kit/tab-store.ts';
import type { Wire, WireOptions } from '../wire.ts';

export interface WireAuthOptions {
  readonly client: PortClient;
  readonly clock: Clock;
  readonly stores: TabStores;
  readonly storage: StorageHealth;
  /** Ends a sign-in for which the page was left, if it has come back from one, before anybody is told who is signed in. Never rejects. */
  readonly arrive: () => Promise<void>;
  /** Opens the connection of the session. */
  readonly connect: (options: SessionOfWire) => Wire;
}

export type SessionOfWire = Pick<WireOptions, 'ready' | 'session' | 'sessionOver'>;

/** Answer of the server to a sign-in. */
export interface IssuedSession {
  readonly user: User;
  readonly token: string;
  /** `null`: the one that is here already. */
  readonly secret: string | null;
  /** The server's time: epoch milliseconds. */
  readonly now: number;
}
