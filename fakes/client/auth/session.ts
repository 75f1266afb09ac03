/**
 * The session of one client: who is signed in, with a token kept fresh and shown to the cloud. Changes happen one after
 * another, in the order they were asked for.
 */
import type { AuthOperation, AuthOperations, Issued } from '#fakes/cloud/auth/protocol.ts';
import type { IdToken } from '#ports/auth/auth.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import { TokenSession } from '#provider-kit/auth/token-session.ts';
import { type OperationQueue, operationQueue } from '#provider-kit/operation-queue.ts';
import type { ClientContext } from '../context.ts';
import type { LiveSession } from '#provider-kit/auth/current-session.ts';
import { upTo } from '../up-to.ts';
import { renewEarlyMs } from '#provider-kit/auth/renewal.ts';
import { readToken } from './token.ts';

/** A token is never handed out with less than this left. */
const leastLeftMs = 30_000;

/**
 * Longest wait at the start for the server's review of a remembered session, in milliseconds. After it the session counts until the
 * review ends it: what this browser has is shown also on a network that does not answer.
 */
const reviewPatienceMs = 250;

export class ClientSession extends TokenSession<ClientContext> {
  protected override readonly restored: Promise<void>;
  protected override readonly operations: OperationQueue;
  private release: (() => void) | null;

  /** `arrive` runs once a stored session is restored, before any listener. */
  constructor(context: ClientContext, arrive: () => Promise<void>) {
    super(context, readToken);
    this.release = context.link.hold();
    const found = this.restore();
    const reviewed = found.then(() => this.review());
    this.restored = found.then(() => upTo(context.clock, reviewPatienceMs, reviewed)).then(arrive);
    // Requests, and changes of the session, wait for the server's answer however long it takes.
    const begun = Promise.allSettled([this.restored, reviewed]).then(() => this.letGo());
    this.operations = operationQueue(begun);
    context.link.onOnline((online) => {
      // After what was requested before, without keeping others waiting.
      if (online) void this.operations(async () => {}).then(() => this.reconnected());
      else this.release ??= context.link.hold();
    });
    context.onDispose(() => this.letGo());
  }

  async ask<Name extends AuthOperation>(
    name: Name,
    payload: AuthOperations[Name]['payload'],
  ): Promise<AuthOperations[Name]['reply']> {
    this.checkOpen();
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

  async idToken(forceRefresh: boolean): Promise<IdToken | null> {
    this.checkOpen();
    await this.restored;
    const { live } = this;
    if (!live) return null;
    return forceRefresh ? this.renew(live) : this.token(live);
  }

  private token(live: LiveSession): Promise<IdToken> {
    return this.leftMs(live) < leastLeftMs ? this.renew(live) : Promise.resolve(live.idToken);
  }

  protected override leftMs(live: LiveSession): number {
    const { clock, link } = this.context;
    return live.idToken.expiresAt - clock.now() - link.serverTimeOffset();
  }

  protected override async renewed(live: LiveSession): Promise<IdToken> {
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

  protected override identify(): void {
    this.context.link.identify(this.live?.token ?? null, this.live?.user.uid ?? null);
  }

  protected override isOffline(error: unknown): boolean {
    return isPortError(error, 'auth/network-request-failed') && !this.context.link.online();
  }

  private async restore(): Promise<void> {
    const found = await this.remembered.find();
    if (!found || this.context.isDisposed()) return;
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
    if (!this.live || this.leftMs(this.live) >= leastLeftMs) this.letGo();
    await this.review();
    this.letGo();
  }

  private letGo(): void {
    // Offline the identity can't be sent, and the token may be invalid by the time that it can.
    if (!this.context.link.online() && !this.context.isDisposed()) return;
    this.release?.();
    this.release = null;
  }
}
