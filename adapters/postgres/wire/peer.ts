/** Connections of browsers as services see them, and what services answer. */
import type { Caller } from '#ports/server/handlers.ts';
import type { CancelSignal, Unsubscribe } from '#ports/shared.ts';

/** Connection of a browser. */
export interface Peer {
  /** Unique over all servers of a database. */
  readonly id: string;
  /** Network address of the browser; `null` where it is not known. */
  readonly network: string | null;
  /** Session of its requests; `null` without one. */
  session(): PeerSession | null;
  caller(): Caller | null;
  /** Ends the session on this connection: later calls have no caller, and open streams fail with unauthenticated. */
  endSession(): void;
  /** Updates the person's claims that the rules evaluate. */
  changeCaller(caller: Caller): void;
  /** Runs when somebody else signs in, at a sign-out, and when what the rules know of the person has changed. */
  onIdentity(run: () => void): Unsubscribe;
  onClose(run: () => void): void;
}

export interface PeerSession {
  /** Id by which the session is known to others than its browser: no secret. */
  readonly id: string;
  readonly caller: Caller;
}

export interface StreamObserver {
  next(event: unknown): void;
  /** The stream is over. */
  failed(error: unknown): void;
}

export interface CallSettings {
  /** Aborted when the browser cancels the call, or its connection ends. */
  readonly signal: CancelSignal;
  /** Sends a part of the answer ahead. */
  readonly part: (part: unknown) => void;
}

/** Input comes from outside and is checked by the method. Rejections that are no `PortError` reach the browser as `internal`. */
export type WireCall = (input: unknown, peer: Peer, settings: CallSettings) => unknown;
export type WireStream = (
  input: unknown,
  peer: Peer,
  observer: StreamObserver,
) => Unsubscribe | Promise<Unsubscribe>;

/** Names are `service.method`. */
export interface WireService {
  readonly calls?: Readonly<Record<string, WireCall>>;
  readonly streams?: Readonly<Record<string, WireStream>>;
}
