/** Where a session outlives its page: in this tab's store, in the browser's, or nowhere. */
import type { AuthPersistence, User } from '#ports/auth/auth.ts';
import type { ClientStores } from '../context.ts';

export interface StoredSession {
  readonly user: User;
  readonly token: string;
  readonly refreshToken: string;
}

const key = 'auth/session';

export class Remembered {
  private readonly stores: ClientStores;

  constructor(stores: ClientStores) {
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

  /** Keeps it in one place only; `null` forgets it. */
  async keep(kind: AuthPersistence, session: StoredSession | null): Promise<void> {
    for (const place of ['session', 'local'] as const) {
      if (session && place === kind) await this.stores[place].set(key, session);
      else await this.stores[place].remove(key);
    }
  }
}
