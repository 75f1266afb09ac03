/**
 * Session of one browser: who is signed in, kept for the browser, a tab or a page, with a token kept fresh. Changes happen one after
 * another, in the order they were asked for.
 */
import type { IdToken, User } from '#ports/auth/auth.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import { type LiveSession, liveFrom } from '#provider-kit/auth/current-session.ts';
import { renewEarlyMs } from '#provider-kit/auth/renewal.ts';
import { TokenSession, type TokenSessionContext } from '#provider-kit/auth/token-session.ts';
import { type OperationQueue, operationQueue } from '#provider-kit/operation-queue.ts';
import { CurrentSignal } from '#sync/signal.ts';
import type { Wire } from '../wire.ts';
import { LeftSessions } from './left-sessions.ts';
import { overNetwork } from './over-network.ts';
import type { IssuedSession, WireAuthOptions } from './session-options.ts';
import { readAccessToken } from './token.ts';

/** A token is never handed out with less than this left. */
const leastLeftMs = 30_000;
/** Clocks that differ by less are the same. */
const sameClockMs = 2000;

export class WireSession extends TokenSession<TokenSessionContext> {
  readonly wire: Wire;
  readonly identity = new CurrentSignal<string | null>(null);
  private readonly options: WireAuthOptions;
  protected override readonly restored: Promise<void>;
  protected override readonly operations: OperationQueue;
  /** Reason for the end of the session; the next operation rejects with it. */
  private ended: PortError | null = null;
  private readonly left = new LeftSessions((secret) => this.ask('signOut', { session: secret }));
  private offsetMs = 0;

  constructor(options: WireAuthOptions) {
    const { client, clock, stores, storage } = options;
    super({ ...client, clock, stores, storage }, readAccessToken);
    this.options = options;
    const stored = this.restore();
    this.restored = stored.then(() => options.arrive());
    this.operations = operationQueue(this.restored);
    this.wire = options.connect({
      ready: stored,
      session: () => this.live?.refreshToken ?? null,
      sessionOver: (secret) => {
        if (secret === this.live?.refreshToken) void this.review();
      },
    });
    client.onDispose(
      this.wire.connection.onChange((connection) => {
        if (connection === 'online') this.reconnected();
      }),
    );
  }

  /** @throws PortError of the server, auth/network-request-failed */
  async ask<T>(name: string, input: Readonly<Record<string, unknown>>): Promise<T> {
    this.checkOpen();
    return (await overNetwork(this.wire.call(`auth.${name}`, input))) as T;
  }

  /** Requests an operation in the name of the person signed in. @throws unauthenticated when nobody is */
  async askAs<T>(name: string, input: Readonly<Record<string, unknown>> = {}): Promise<T> {
    const { live } = this;
    if (!live) throw this.reasonOfEnd() ?? new PortError('unauthenticated', 'Nobody is signed in.');
    try {
      return await this.ask<T>(name, { ...input, session: live.refreshToken });
    } catch (error) {
      await this.endIfOver(live, error);
      this.ended = null;
      throw error;
    }
  }

  /** Signs a person in, or updates the one signed in. */
  async adopt({ user, token, secret, now }: IssuedSession): Promise<void> {
    const offsetMs = now - this.options.clock.now();
    this.offsetMs = Math.abs(offsetMs) < sameClockMs ? 0 : offsetMs;
    const before = this.live?.refreshToken;
    const refreshToken = secret ?? before;
    // Signed out in the meantime.
    if (refreshToken === undefined) return;
    await this.change({ user, token, refreshToken });
    if (before !== undefined && before !== refreshToken) this.left.end(before);
  }

  async signOut(): Promise<void> {
    const { live } = this;
    this.ended = null;
    if (!live) return;
    await this.change(null);
    this.left.end(live.refreshToken);
  }

  /** The account is gone already, with its sessions. */
  forget(): Promise<void> {
    return this.change(null);
  }

  async idToken(forceRefresh: boolean): Promise<IdToken | null> {
    this.checkOpen();
    await this.restored;
    const { live } = this;
    if (live) {
      if (!forceRefresh && this.leftMs(live) >= leastLeftMs) return live.idToken;
      return this.renew(live).catch((error: unknown) => {
        this.ended = null;
        throw error;
      });
    }
    const reason = forceRefresh ? this.reasonOfEnd() : null;
    if (reason) throw reason;
    return null;
  }

  protected override leftMs(live: LiveSession): number {
    return live.idToken.expiresAt - this.options.clock.now() - this.offsetMs;
  }

  protected override async renewed(live: LiveSession): Promise<IdToken> {
    try {
      const issued = await this.ask<IssuedSession>('renew', { session: live.refreshToken });
      if (this.live?.refreshToken === live.refreshToken) await this.adopt(issued);
      const idToken = readAccessToken(issued.token);
      if (!idToken) throw new PortError('auth/internal-error', 'The server issued an unreadable token.');
      return idToken;
    } catch (error) {
      await this.endIfOver(live, error);
      throw error;
    }
  }

  private async endIfOver(live: LiveSession, error: unknown): Promise<void> {
    if (!isPortError(error, 'auth/user-token-expired', 'auth/user-disabled')) return;
    if (this.live?.refreshToken !== live.refreshToken) return;
    this.ended = error;
    await this.change(null);
  }

  private reasonOfEnd(): PortError | null {
    const { ended } = this;
    this.ended = null;
    return ended;
  }

  protected override identify(before: LiveSession | null): void {
    const { live } = this;
    if (live) this.ended = null;
    if (before?.refreshToken !== live?.refreshToken) this.wire.greet();
    this.identity.set(live?.user.uid ?? null);
  }

  protected override isOffline(): boolean {
    return this.wire.connection.current() === 'offline';
  }

  private async restore(): Promise<void> {
    const found = await this.remembered.find();
    if (!found) return;
    this.persistence = found.kind;
    this.live = liveFrom(found.session, readAccessToken);
    this.identity.set(this.live?.user.uid ?? null);
  }

  private reconnected(): void {
    this.left.endAll();
    void this.review();
  }

  /** Checks whether the session goes on and loads the person's current data. Offline it stays as it was. */
  private async review(): Promise<void> {
    const { live } = this;
    if (!live || this.options.client.isDisposed()) return;
    // A renewal that failed for want of a connection has left no plan.
    this.plan(live);
    if (this.leftMs(live) <= renewEarlyMs) return;
    try {
      const user = await this.ask<User>('reload', { session: live.refreshToken });
      if (this.live === live) await this.adoptUser(user);
    } catch (error) {
      // Finds the reason why the session ended, for its next user. Out of reach: checked again on reconnecting.
      await this.endIfOver(live, error).catch(() => {});
    }
  }
}
