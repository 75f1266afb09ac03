/** The current auth session, stored by the SDK. Changes take place in the order in which they were asked for. */
import {
  type Auth as SdkAuth,
  connectAuthEmulator,
  initializeAuth,
  onIdTokenChanged,
  setPersistence,
  signOut,
  type User as SdkUser,
} from 'firebase/auth';
import type { AuthPersistence, IdToken, User } from '#ports/auth/auth.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import { type OperationQueue, operationQueue } from '#provider-kit/operation-queue.ts';
import type { FirebaseContext } from '../context.ts';
import { portErrorFrom } from '../errors.ts';
import { authCodes } from './errors.ts';
import { firstPersistence, persistences } from './persistence.ts';
import { Renewal } from './renewal.ts';
import { readSdkToken } from './token.ts';
import { keptToken, portUser } from './user.ts';

/** Listeners of session changes. */
export interface Audience {
  user(user: User | null): void;
  token(token: IdToken | null): void;
}

/** The port's promise: a token from `idToken` is valid for at least this long. */
const leastValidMs = 30_000;

/** From 5 minutes before its end on, the SDK hands out a token only once it has been renewed; offline, the port hands out the old one. */
async function validToken(user: SdkUser): Promise<string> {
  try {
    return await user.getIdToken();
  } catch (error) {
    const kept = keptToken(user);
    const isOffline = isPortError(portErrorFrom(authCodes, error), 'auth/network-request-failed');
    if (isOffline && kept && (kept.endsAt ?? 0) - Date.now() >= leastValidMs) return kept.text;
    throw error;
  }
}

export class FirebaseSession {
  readonly sdk: SdkAuth;
  private readonly audience: Audience;
  private readonly renewal: Renewal;
  private known: User | null = null;
  private token: string | null = null;
  private readonly started: Promise<void>;
  private readonly operations: OperationQueue;

  /** `arrive` runs once a remembered session is back, before anybody hears of it. */
  constructor(context: FirebaseContext, audience: Audience, arrive: (sdk: SdkAuth) => Promise<void>) {
    const { app, options } = context;
    this.audience = audience;
    this.sdk = initializeAuth(app, {
      persistence: firstPersistence({ name: app.name, apiKey: options.project.apiKey }),
    });
    if (options.local?.auth) {
      connectAuthEmulator(this.sdk, `http://${options.local.auth}`, { disableWarnings: true });
    }
    this.renewal = new Renewal(async () => void (await this.sdk.currentUser?.getIdToken(true)));
    this.started = this.sdk
      .authStateReady()
      .then(() => arrive(this.sdk))
      .then(() => this.watch(context));
    this.operations = operationQueue(this.started);
  }

  /** Waits for no change: one that hangs must not keep anybody from asking as whoever is signed in meanwhile. */
  async ready(): Promise<User | null> {
    await this.started;
    return this.known;
  }

  /**
   * Runs after all earlier changes. The resulting state of the person is published by its end, whatever the outcome: the SDK's own
   * notifications come at any time.
   */
  inTurn<T>(run: () => Promise<T>): Promise<T> {
    return this.operations(() => run().finally(() => this.publish()));
  }

  /**
   * Runs something in the person's name.
   * @throws unauthenticated when nobody is signed in. When the session turns out to be over, it is over here too.
   */
  async asPerson<T>(run: (user: SdkUser) => Promise<T>): Promise<T> {
    const user = this.sdk.currentUser;
    if (!user) throw new PortError('unauthenticated', 'Nobody is signed in.');
    try {
      return await run(user);
    } catch (error) {
      throw await this.endIfOver(user, error);
    }
  }

  /** The person, once something was done in their name. */
  person(): User {
    const user = this.publish();
    if (!user) throw new PortError('auth/user-token-expired', 'The session has ended.');
    return user;
  }

  /** The token of `ready`, whatever is asked for meanwhile. */
  async idToken(forceRefresh: boolean): Promise<IdToken | null> {
    await this.started;
    if (!this.sdk.currentUser) return null;
    const text = await this.asPerson((user) =>
      forceRefresh ? user.getIdToken(true) : validToken(user),
    ).finally(() => this.publish());
    const token = readSdkToken(text);
    if (!token) throw new PortError('auth/internal-error', 'The backend issued an unreadable token.');
    return token;
  }

  persist(kind: AuthPersistence): Promise<void> {
    return setPersistence(this.sdk, persistences[kind]);
  }

  /** Tells what has changed since it was last told. */
  publish(): User | null {
    const user = this.sdk.currentUser;
    const next = user && portUser(user);
    const token = user && keptToken(user);
    if (JSON.stringify(next) !== JSON.stringify(this.known)) {
      this.known = next;
      this.audience.user(next);
    }
    if ((token?.text ?? null) !== this.token) {
      this.token = token?.text ?? null;
      const shown = token && readSdkToken(token.text);
      this.audience.token(shown);
      this.renewal.plan(shown, token?.endsAt);
    }
    return this.known;
  }

  private watch(context: FirebaseContext): void {
    this.publish();
    const stop = onIdTokenChanged(this.sdk, () => void this.publish());
    // Another tab's change of the same person: the SDK reads it on the same event, and notifies nobody.
    const followed = () => setTimeout(() => this.publish());
    globalThis.addEventListener?.('storage', followed);
    context.onDispose(() => {
      stop();
      this.renewal.stop();
      globalThis.removeEventListener?.('storage', followed);
    });
  }

  /** Some of its requests the SDK makes without looking whether the answer ends the session. */
  private async endIfOver(user: SdkUser, error: unknown): Promise<PortError> {
    const said = portErrorFrom(authCodes, error);
    const over = isPortError(said, 'auth/user-token-expired', 'auth/user-disabled');
    if (over && this.sdk.currentUser === user) await signOut(this.sdk);
    return said;
  }
}
