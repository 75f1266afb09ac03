/** Connection of a client, as services see it, and the receiver of a subscription's events. */
import type { Caller } from '#ports/server/handlers.ts';

/** A connection of a client. A client that reconnects has a new session with the same `clientId`. */
export interface Session {
  readonly id: string;
  readonly clientId: string;
  /** Caller by the id token last shown; `null` when nobody is signed in. */
  caller(): Caller | null;
  /** Whether a token was shown, valid or not. */
  hasToken(): boolean;
  /** Whether the client knows numbers that no number of the language can be. Default: it gets the nearest. */
  readonly exact?: boolean;
  /** Network address of the client, where the connection has one; else the connection itself. */
  readonly peer: string;
}

export interface Sink {
  event(value: unknown): void;
  /** Ends the subscription; nothing is delivered afterwards. */
  end(error?: unknown): void;
}
