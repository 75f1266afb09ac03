/** Storage of a session beyond its page: this tab's store, the browser's, or none. */
import type { AuthPersistence, User } from '#ports/auth/auth.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { StorageHealth } from '../storage-health.ts';
import type { TabStores } from '../tab-store.ts';

export interface StoredSession {
  readonly user: User;
  readonly token: string;
  readonly refreshToken: string;
}

const key = 'auth/session';

export class Remembered {
  private readonly stores: TabStores;
  private readonly health: StorageHealth;

  constructor({ stores, storage }: { readonly stores: TabStores; readonly storage: StorageHealth }) {
    this.stores = stores;
    this.health = storage;
  }

  /** Session of this tab, else of the browser. An unreadable one counts as none. */
  async find(): Promise<{ readonly kind: AuthPersistence; readonly session: StoredSession } | null> {
    for (const kind of ['session', 'local'] as const) {
      const session = await this.health.value('session', () => this.stores[kind].get(key), readSession);
      if (session) return { kind, session };
    }
    return null;
  }

  /** Session that the tabs of this browser share; `null` for none. @throws unknown when it can't be read */
  async shared(): Promise<StoredSession | null> {
    const session = await this.health.read('session', () => this.stores.local.get(key));
    return session === undefined ? null : readSession(session);
  }

  /** Calls `next` when another tab has changed the shared session. */
  onShared(next: () => void): Unsubscribe {
    return this.stores.local.onChange(key, next);
  }

  /**
   * Stores the session; `null` removes it from this tab's store and leaves the others' alone. Without working storage the session lasts as
   * long as the page. @throws unknown when it can't be removed
   */
  async keep(kind: AuthPersistence, session: StoredSession | null): Promise<void> {
    if (kind === 'memory') return;
    const store = this.stores[kind];
    if (session) await this.health.write('session', () => store.set(key, session));
    else await store.remove(key);
  }
}

/** @throws TypeError */
function readSession(stored: unknown): StoredSession {
  const { user, token, refreshToken } = (stored ?? {}) as Partial<StoredSession>;
  const isWhole =
    typeof token === 'string' &&
    typeof refreshToken === 'string' &&
    typeof user?.uid === 'string' &&
    Array.isArray(user.providers) &&
    Array.isArray(user.factors);
  if (!isWhole) throw new TypeError('The stored session is incomplete.');
  return { user, token, refreshToken };
}
