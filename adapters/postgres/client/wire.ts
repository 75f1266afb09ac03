/** The connection between a browser and the server as its ports use it: calls, and streams that outlast a lost connection. */
import type { PortError } from '#ports/errors.ts';
import type { CancelSignal, Unsubscribe } from '#ports/shared.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import type { Connection, StateSignal } from '#sync/transport.ts';
import type { TextChannel } from '../wire/channel.ts';

export interface WireOptions {
  /** Begins to connect. Texts sent before the connection is there go out once it is. */
  readonly connect: () => TextChannel;
  readonly clock: Clock;
  readonly random: Random;
  /** Connecting begins once it resolves. Default: at once. */
  readonly ready?: Promise<unknown>;
  /** Secret of the session; `null` without one. */
  readonly session: () => string | null;
  /** The server knows no such session, or not any more: it has ended. */
  readonly sessionOver: (secret: string) => void;
  /** Default: true. */
  readonly online?: boolean;
}

export interface WireCallSettings {
  readonly signal?: CancelSignal | undefined;
  /** Gets parts of the answer that are sent ahead. */
  readonly part?: (part: unknown) => void;
}

/** Called when the answer comes, before any later event of a stream. */
export interface WireReplyReceiver {
  done(output: unknown): void;
  failed(error: PortError): void;
}

export interface WireObserver {
  next(event: unknown): void;
  /** The server has ended the stream, for a reason that does not pass. */
  failed(error: PortError): void;
  /** Called when the stream is opened again, after a lost connection or a change of the signed-in account; first events follow anew. */
  reopened?(): void;
}

/** `connection`: `connecting` until the first attempt has an outcome. */
export interface Wire {
  /**
   * Waits while the connection is being made.
   * @throws PortError of the server; unavailable without a connection and when it is lost; cancelled
   */
  call(method: string, input: unknown, settings?: WireCallSettings): Promise<unknown>;
  /** The same without the moment that a promise takes, and without waiting for a connection. */
  ask(method: string, input: unknown, answer: WireReplyReceiver): void;
  open(stream: string, input: unknown, observer: WireObserver): Unsubscribe;
  /** Sends the session to the server. Later calls use it; streams that ended with an earlier session are opened again. */
  greet(): void;
  setNetwork(on: boolean): void;
  readonly connection: StateSignal<Connection>;
  close(): void;
}
