/** Storage of a session beyond its page: this tab's store, the browser's, or none. */
import type { AuthPersistence, User } from '#ports/auth/auth.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { TabStores } from '../context.ts';

export interface StoredSession {
  readonly user: User;
  readonly token: string;
  readonly refreshToken: string;
}

const key = 'auth/session';

export class Remembered {
  private readonly stores: TabStores;

  constructor(stores: TabStores) {
    this.stores = stores;
  }

  /** A session of this tab comes before one of the browser. */
  async find(): Promise<{ readonly kind: AuthPersistence; readonly session: StoredSession } | null> {
    for (const kind of ['session', 'local'] as const) {
      const session = (await this.stores[kind].get(key)) as StoredSession | undefined;
      if (session) return { kind, session };
    }
    return null;
  }

  /** Session that the tabs of this browser share; `null` for none. */
  async shared(): Promise<StoredSession | null> {
    return ((await this.stores.local.get(key)) as StoredSession | undefined) ?? null;
  }

  /** Calls `next` when another tab has changed the shared session. */
  onShared(next: () => void): Unsubscribe {
    return this.stores.local.onChange(key, next);
  }

  /** Stores the session; `null` removes it from this tab's store and leaves the others' alone. */
  async keep(kind: AuthPersistence, session: StoredSession | null): Promise<void> {
    if (kind === 'memory') return;
    if (session) await this.stores[kind].set(key, session);
    else await this.stores[kind].remove(key);
  }
}
