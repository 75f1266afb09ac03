/** Sessions of open connections, kept as the database has them: what any server changes reaches them at once. */
import { isPortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { type OperationQueue, operationQueue } from '#provider-kit/operation-queue.ts';
import type { SqlDatabase } from '../database.ts';
import type { Peer, PeerSession } from '../wire/peer.ts';
import { authChannel } from './sign-in-state.ts';
import { openSessions, sessionClaims, type SessionWithAccount, signedInBy } from './session-records.ts';

export interface SessionWatchOptions {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

/** Wait before connections are looked at again, after the database could not be reached. */
const againMs = 1000;

export class SessionWatch {
  private readonly options: SessionWatchOptions;
  /** Sessions that are being read for a connection: they hear of changes meanwhile. */
  private readonly reading = new Set<Set<string | null>>();
  /** One after another, so that no earlier state replaces a later one. */
  private readonly looks: OperationQueue = operationQueue();

  private peers: () => Iterable<Peer> = () => [];

  constructor(options: SessionWatchOptions) {
    this.options = options;
  }

  async sessionOf(secret: string): Promise<PeerSession | null> {
    const changed = new Set<string | null>();
    this.reading.add(changed);
    try {
      for (;;) {
        changed.clear();
        const found = await this.read(secret);
        // Changed after it was read, and before its connection has it.
        if (!changed.has(null) && !changed.has(found?.account.uid ?? null))
          return found && { id: found.session.id, caller: callerOfSession(found) };
      }
    } finally {
      this.reading.delete(changed);
    }
  }

  /** Of one server's connections. */
  async watch(peers: () => Iterable<Peer>): Promise<Unsubscribe> {
    this.peers = peers;
    return this.options.database.listen(authChannel, (uid) => void this.changed(uid));
  }

  /** Looks at the connections of an account, or of all (`null`). Never rejects: without a database it is done later. */
  async changed(uid: string | null): Promise<void> {
    for (const changed of this.reading) changed.add(uid);
    const { clock, report } = this.options;
    const concerned = [...this.peers()].filter(
      (peer) => peer.session() && (uid === null || peer.caller()?.uid === uid),
    );
    if (concerned.length === 0) return;
    try {
      await this.looks(() => this.look(concerned));
    } catch (error) {
      report(error);
      clock.setTimer(
        guardListener(() => void this.changed(uid)),
        againMs,
      );
    }
  }

  /** Gives connections the sessions that the database has. */
  private async look(peers: readonly Peer[]): Promise<void> {
    const ids = peers.flatMap((peer) => peer.session()?.id ?? []);
    const found = await openSessions(this.options.database, ids);
    const open = new Map(found.map((signedIn) => [signedIn.session.id, signedIn]));
    for (const peer of peers) {
      const id = peer.session()?.id;
      // Another session by now.
      if (id === undefined || !ids.includes(id)) continue;
      const signedIn = open.get(id);
      if (signedIn) peer.changeCaller(callerOfSession(signedIn));
      else peer.endSession();
    }
  }

  private async read(secret: string): Promise<SessionWithAccount | null> {
    const { database, clock } = this.options;
    try {
      return await signedInBy(database, secret, clock.now());
    } catch (error) {
      if (isPortError(error, 'auth/user-token-expired', 'auth/user-disabled')) return null;
      throw error;
    }
  }
}

const callerOfSession = (signedIn: SessionWithAccount): Caller => ({
  uid: signedIn.account.uid,
  claims: sessionClaims(signedIn),
});
