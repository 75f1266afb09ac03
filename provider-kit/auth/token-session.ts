/**
 * Session of a client whose token expires: its storage, its listeners, changes by other tabs, and the renewal of its token. Base of the
 * providers' sessions, which request tokens from their servers.
 */
import type { AuthPersistence, IdToken, User } from '#ports/auth/auth.ts';
import { disposedError } from '#ports/errors.ts';
import type { Clock } from '../clock.ts';
import { CurrentValue } from '../current-value.ts';
import type { PortClient } from '../live-subscriptions.ts';
import type { OperationQueue } from '../operation-queue.ts';
import type { StorageHealth } from '../storage-health.ts';
import type { TabStores } from '../tab-store.ts';
import { type LiveSession, liveFrom, sameSession, storedSession } from './current-session.ts';
import { Remembered, type StoredSession } from './remembered.ts';
import { RenewalTimer } from './renewal.ts';

export interface TokenSessionContext extends PortClient {
  readonly clock: Clock;
  readonly stores: TabStores;
  readonly storage: StorageHealth;
}

export abstract class TokenSession<Context extends TokenSessionContext> {
  readonly users: CurrentValue<User | null>;
  readonly tokens: CurrentValue<IdToken | null>;
  protected live: LiveSession | null = null;
  protected persistence: AuthPersistence = 'local';
  protected readonly remembered: Remembered;
  /** Resolves once a stored session is restored. */
  protected abstract readonly restored: Promise<void>;
  protected abstract readonly operations: OperationQueue;
  protected readonly context: Context;
  private readonly readToken: (token: string) => IdToken | null;
  private readonly renewal: RenewalTimer;
  private renewing: { readonly of: LiveSession; readonly done: Promise<IdToken> } | null = null;

  /** `readToken`: claims of a token; `null` for an unreadable one. */
  constructor(context: Context, readToken: (token: string) => IdToken | null) {
    this.context = context;
    this.readToken = readToken;
    this.remembered = new Remembered(context);
    this.renewal = new RenewalTimer(context.clock);
    const known = () => this.restored.catch(() => {});
    this.users = new CurrentValue(context, known, () => this.user());
    this.tokens = new CurrentValue(context, known, () => this.live?.idToken ?? null);
    context.onDispose(this.remembered.onShared(() => void this.inTurn(() => this.follow()).catch(() => {})));
    context.onDispose(() => {
      this.renewal.stop();
      this.users.dispose();
      this.tokens.dispose();
    });
  }

  /** Milliseconds until the token expires, by the server's clock. */
  protected abstract leftMs(live: LiveSession): number;
  /** Requests a new token and adopts it. */
  protected abstract renewed(live: LiveSession): Promise<IdToken>;
  /** Makes `live` the identity of later requests, before any listener is called. */
  protected abstract identify(before: LiveSession | null): void;
  /** Whether a renewal failed with `error` for want of a connection: reconnecting renews the token then. */
  protected abstract isOffline(error: unknown): boolean;

  user(): User | null {
    return this.live?.user ?? null;
  }

  async ready(): Promise<User | null> {
    this.checkOpen();
    await this.restored;
    return this.user();
  }

  /** Runs an operation after all that were requested before it. */
  inTurn<T>(run: () => Promise<T>): Promise<T> {
    if (this.context.isDisposed()) return Promise.reject(disposedError());
    return this.operations(run);
  }

  async adoptUser(user: User): Promise<void> {
    if (this.live?.user.uid === user.uid) await this.change({ ...storedSession(this.live), user });
  }

  async persist(kind: AuthPersistence): Promise<void> {
    const before = this.persistence;
    this.persistence = kind;
    if (!this.live) return;
    if (kind !== before) await this.remembered.keep(before, null);
    await this.remembered.keep(kind, storedSession(this.live));
  }

  protected renew(live: LiveSession): Promise<IdToken> {
    if (this.renewing?.of === live) return this.renewing.done;
    const done = this.renewed(live).finally(() => {
      if (this.renewing?.of === live) this.renewing = null;
    });
    this.renewing = { of: live, done };
    return done;
  }

  /** Takes over a sign-in, sign-out or changed user of another tab, if this tab shares the stored session. */
  private async follow(): Promise<void> {
    if (this.persistence !== 'local') return;
    const next = await this.remembered.shared();
    if (this.context.isDisposed() || sameSession(this.live, next)) return;
    const before = this.live;
    this.show(next);
    this.tell(before);
  }

  protected async change(next: StoredSession | null): Promise<void> {
    this.checkOpen();
    const before = this.live;
    this.show(next);
    try {
      await this.remembered.keep(this.persistence, next);
    } finally {
      this.tell(before);
    }
  }

  protected show(next: StoredSession | null): void {
    const before = this.live;
    this.live = next && liveFrom(next, this.readToken);
    this.identify(before);
    if (this.live && !this.context.isDisposed()) this.plan(this.live);
    else this.renewal.stop();
  }

  protected plan(live: LiveSession): void {
    this.renewal.plan(this.leftMs(live), () => void this.keepFresh(live));
  }

  /** Renews the token, now or later. */
  protected async keepFresh(live: LiveSession): Promise<void> {
    if (this.live !== live) return;
    try {
      await this.renew(live);
    } catch (error) {
      if (this.live !== live || this.context.isDisposed() || this.isOffline(error)) return;
      // Any other failure may pass.
      this.renewal.planAgain(() => void this.keepFresh(live));
    }
  }

  /** @throws PortError after the end of the client */
  protected checkOpen(): void {
    if (this.context.isDisposed()) throw disposedError();
  }

  private tell(before: LiveSession | null): void {
    const { live } = this;
    if (JSON.stringify(before?.user) !== JSON.stringify(live?.user)) this.users.tell(this.user());
    if (before?.token !== live?.token) this.tokens.tell(live?.idToken ?? null);
  }
}
