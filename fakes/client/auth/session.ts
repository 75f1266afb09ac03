/**
 * The session of one client: who is signed in, with a token kept fresh and shown to the cloud. Changes happen one after
 * another, in the order they were asked for.
 */
import type { AuthOperation, AuthOperations, Issued } from '#fakes/cloud/auth/protocol.ts';
import type { AuthPersistence, IdToken, User } from '#ports/auth/auth.ts';
import { CurrentValue } from '#provider-kit/current-value.ts';
import { disposedError, isPortError, PortError } from '#ports/errors.ts';
import { type OperationQueue, operationQueue } from '#provider-kit/operation-queue.ts';
import type { ClientContext } from '../context.ts';
import {
  type LiveSession,
  liveFrom,
  sameSession,
  storedSession,
} from '#provider-kit/auth/current-session.ts';
import { upTo } from '../up-to.ts';
import { RenewalTimer, renewEarlyMs } from '#provider-kit/auth/renewal.ts';
import { Remembered, type StoredSession } from '#provider-kit/auth/remembered.ts';
import { readToken } from './token.ts';

/** A token is never handed out with less than this left. */
const leastLeftMs = 30_000;

/**
 * Longest wait at the start for the server's review of a remembered session, in milliseconds. After it the session counts until the
 * review ends it: what this browser has is shown also on a network that does not answer.
 */
const reviewPatienceMs = 250;

export class ClientSession {
  readonly users: CurrentValue<User | null>;
  readonly tokens: CurrentValue<IdToken | null>;
  private readonly context: ClientContext;
  private readonly remembered: Remembered;
  private live: LiveSession | null = null;
  private persistence: AuthPersistence = 'local';
  private restored: Promise<void>;
  private readonly operations: OperationQueue;
  private renewing: { readonly of: LiveSession; readonly done: Promise<IdToken> } | null = null;
  private readonly renewal: RenewalTimer;
  private release: (() => void) | null;
  private disposed = false;

  /** `arrive` runs once a stored session is restored, before any listener. */
  constructor(context: ClientContext, arrive: () => Promise<void>) {
    this.context = context;
    this.remembered = new Remembered(context);
    this.renewal = new RenewalTimer(context.clock);
    this.release = context.link.hold();
    const found = this.restore();
    const reviewed = found.then(() => this.review());
    this.restored = found.then(() => upTo(context.clock, reviewPatienceMs, reviewed)).then(arrive);
    const known = this.restored.catch(() => {});
    // Requests, and changes of the session, wait for the server's answer however long it takes.
    const begun = Promise.allSettled([known, reviewed]).then(() => this.letGo());
    this.operations = operationQueue(begun);
    this.users = new CurrentValue(
      context,
      () => known,
      () => this.user(),
    );
    this.tokens = new CurrentValue(
      context,
      () => known,
      () => this.live?.idToken ?? null,
    );
    context.link.onOnline((online) => {
      // After what was requested before, without keeping others waiting.
      if (online) void this.operations(async () => {}).then(() => this.reconnected());
      else this.release ??= context.link.hold();
    });
    const deafen = this.remembered.onShared(() => void this.inTurn(() => this.follow()).catch(() => {}));
    context.onDispose(() => {
      deafen();
      this.dispose();
    });
  }

  user(): User | null {
    return this.live?.user ?? null;
  }

  async ready(): Promise<User | null> {
    this.checkAlive();
    await this.restored;
    return this.user();
  }

  /** Runs an operation after all that were requested before it. */
  inTurn<T>(run: () => Promise<T>): Promise<T> {
    if (this.disposed) return Promise.reject(disposedError());
    return this.operations(run);
  }

  async ask<Name extends AuthOperation>(
    name: Name,
    payload: AuthOperations[Name]['payload'],
  ): Promise<AuthOperations[Name]['reply']> {
    this.checkAlive();
    try {
      return await this.context.link.request<AuthOperations[Name]['reply']>('auth', name, payload);
    } catch (error) {
      if (!isPortError(error, 'unavailable')) throw error;
      throw new PortError(
        'auth/network-request-failed',
        'There is no connection. Try again when it is back.',
        {
          cause: error,
        },
      );
    }
  }

  /** Requests an operation in the name of the signed-in person. @throws unauthenticated when nobody is signed in */
  async askAs<Name extends AuthOperation>(
    name: Name,
    payload: Omit<AuthOperations[Name]['payload'], 'idToken'>,
  ): Promise<AuthOperations[Name]['reply']> {
    const { live } = this;
    if (!live) throw new PortError('unauthenticated', 'Nobody is signed in.');
    const withToken = ({ token }: IdToken) =>
      this.ask(name, { ...payload, idToken: token } as AuthOperations[Name]['payload']);
    const idToken = await this.token(live);
    try {
      return await withToken(idToken);
    } catch (error) {
      if (!isPortError(error, 'auth/user-token-expired')) {
        await this.endIfOver(live, error);
        throw error;
      }
    }
    // The token is too old by the server's clock, which may be unknown here. The renewal finds out whether the session has ended.
    return withToken(await this.renew(live));
  }

  /** Signs a person in, or updates the one signed in. */
  async adopt(issued: Issued): Promise<void> {
    const { user, token } = issued;
    const refreshToken = issued.refreshToken ?? this.live?.refreshToken;
    // Signed out in the meantime.
    if (refreshToken === undefined) return;
    await this.change({ user, token, refreshToken });
  }

  async adoptUser(user: User): Promise<void> {
    if (this.live?.user.uid === user.uid) await this.change({ ...storedSession(this.live), user });
  }

  async signOut(): Promise<void> {
    const { live } = this;
    if (!live) return;
    await this.change(null);
    this.ask('signOut', { refreshToken: live.refreshToken }).catch(() => {});
  }

  /** The account is gone already, with its sessions. */
  forget(): Promise<void> {
    return this.change(null);
  }

  async persist(kind: AuthPersistence): Promise<void> {
    const before = this.persistence;
    this.persistence = kind;
    if (!this.live) return;
    if (kind !== before) await this.remembered.keep(before, null);
    await this.remembered.keep(kind, storedSession(this.live));
  }

  async idToken(forceRefresh: boolean): Promise<IdToken | null> {
    this.checkAlive();
    await this.restored;
    const { live } = this;
    if (!live) return null;
    return forceRefresh ? this.renew(live) : this.token(live);
  }

  private token(live: LiveSession): Promise<IdToken> {
    return this.leftMs(live) < leastLeftMs ? this.renew(live) : Promise.resolve(live.idToken);
  }

  private leftMs(live: LiveSession): number {
    const { clock, link } = this.context;
    return live.idToken.expiresAt - clock.now() - link.serverTimeOffset();
  }

  private renew(live: LiveSession): Promise<IdToken> {
    if (this.renewing?.of === live) return this.renewing.done;
    const done = this.renewed(live).finally(() => {
      if (this.renewing?.of === live) this.renewing = null;
    });
    this.renewing = { of: live, done };
    return done;
  }

  private async renewed(live: LiveSession): Promise<IdToken> {
    try {
      const { refreshToken } = live;
      const { user, token } = await this.ask('refresh', { refreshToken });
      if (this.live?.refreshToken === refreshToken) await this.change({ user, token, refreshToken });
      const idToken = readToken(token);
      if (!idToken) throw new PortError('auth/internal-error', 'The backend issued an unreadable token.');
      return idToken;
    } catch (error) {
      await this.endIfOver(live, error);
      throw error;
    }
  }

  private async endIfOver(live: LiveSession, error: unknown): Promise<void> {
    if (!isPortError(error, 'auth/user-token-expired', 'auth/user-disabled')) return;
    if (this.live?.refreshToken === live.refreshToken) await this.change(null);
  }

  /** Takes over a sign-in, sign-out or changed user of another tab, if this tab shares the stored session. */
  private async follow(): Promise<void> {
    if (this.persistence !== 'local') return;
    const next = await this.remembered.shared();
    if (this.disposed || sameSession(this.live, next)) return;
    const before = this.live;
    this.show(next);
    this.tell(before);
  }

  /** The cloud gets the identity before any listener: later requests carry it. */
  private async change(next: StoredSession | null): Promise<void> {
    this.checkAlive();
    const before = this.live;
    this.show(next);
    try {
      await this.remembered.keep(this.persistence, next);
    } finally {
      this.tell(before);
    }
  }

  private tell(before: LiveSession | null): void {
    const { live } = this;
    if (JSON.stringify(before?.user) !== JSON.stringify(live?.user)) this.users.tell(this.user());
    if (before?.token !== live?.token) this.tokens.tell(live?.idToken ?? null);
  }

  private show(next: StoredSession | null): void {
    this.live = next && liveFrom(next, readToken);
    this.context.link.identify(this.live?.token ?? null, this.live?.user.uid ?? null);
    if (this.live && !this.disposed) this.plan(this.live);
    else this.renewal.stop();
  }

  private plan(live: LiveSession): void {
    this.renewal.plan(this.leftMs(live), () => void this.keepFresh(live));
  }

  /** Renews it, now or later. */
  private async keepFresh(live: LiveSession): Promise<void> {
    if (this.live !== live) return;
    try {
      await this.renew(live);
    } catch (error) {
      if (this.live !== live || this.disposed) return;
      // Back online, `review` sees to it; anything else may pass.
      if (isPortError(error, 'auth/network-request-failed') && !this.context.link.online()) return;
      this.renewal.planAgain(() => void this.keepFresh(live));
    }
  }

  private async restore(): Promise<void> {
    const found = await this.remembered.find();
    if (!found || this.disposed) return;
    this.persistence = found.kind;
    this.show(found.session);
  }

  /** Checks whether the session is still valid and loads the person's current data. Offline it stays as it was. */
  private async review(): Promise<void> {
    const { live } = this;
    if (!live) return;
    try {
      if (this.leftMs(live) <= renewEarlyMs) return await this.keepFresh(live);
      // A renewal that failed for want of a connection has left no plan.
      this.plan(live);
      await this.adoptUser(await this.askAs('lookup', {}));
    } catch {
      // Ended: the session has been removed by now. Unreachable: it is reviewed again on reconnecting.
    }
  }

  private async reconnected(): Promise<void> {
    if (!this.isStale()) this.letGo();
    await this.review();
    this.letGo();
  }

  private isStale(): boolean {
    return this.live !== null && this.leftMs(this.live) < leastLeftMs;
  }

  private letGo(): void {
    // Offline the identity can't be sent, and the token may be invalid by the time that it can.
    if (!this.context.link.online() && !this.disposed) return;
    this.release?.();
    this.release = null;
  }

  private checkAlive(): void {
    if (this.disposed) throw disposedError();
  }

  private dispose(): void {
    this.disposed = true;
    this.renewal.stop();
    this.users.dispose();
    this.tokens.dispose();
    this.letGo();
  }
}
