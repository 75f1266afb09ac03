/** Interfaces between the cloud and its services. */
import type { Caller, FunctionSet } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { ServiceName } from '#ports/control.ts';
import type { DocData } from '#ports/docs/values.ts';
import type { PortError } from '#ports/errors.ts';
import type { CancelSignal, Unsubscribe } from '#ports/shared.ts';
import type { Random } from '#provider-kit/random.ts';
import type { Refusal } from '#firebase-rules/rules/decisions.ts';
import type { CloudOptions } from './cloud-options.ts';
import type { MovableClock } from '#provider-kit/movable-clock.ts';
import type { FaultQueue } from './faults.ts';
import type { PayloadChecks } from './payloads.ts';
import type { ServiceRecords } from './records.ts';
import type { Session, Sink } from './session.ts';

export interface CloudService {
  readonly name: ServiceName;
  /** Requests by operation: the value is the reply, a rejection the refusal. `signal` is aborted when the client cancels or is gone. */
  readonly requests: Readonly<
    Record<string, (payload: never, session: Session, signal: CancelSignal) => unknown>
  >;
  /** Checks of the payloads of requests and topics, by name. A name without a check is rejected. */
  readonly payloads: PayloadChecks;
  /** Subscriptions by topic; returns how to end it. */
  readonly topics?: Readonly<Record<string, (payload: never, session: Session, sink: Sink) => Unsubscribe>>;
  /** The connection is gone, on purpose or not. */
  disconnected?(session: Session): void;
  /** The person behind a connection changed. */
  identified?(session: Session): void;
  /** All persistent state as plain data (document values may be in it), never changed afterwards. */
  snapshot(): unknown;
  restore(data: unknown): void;
  /** Snapshot for a file, without secrets. Default: `snapshot`. */
  exported?(): unknown;
  /** Persistent state as records, for storage of each change. */
  readonly records: ServiceRecords;
}

export interface Platform {
  readonly clock: MovableClock;
  readonly random: Random;
  readonly faults: FaultQueue;
  readonly options: CloudOptions;
  /** Backend code; undefined: none, or it is not loaded yet. */
  functions(): FunctionSet | undefined;
  /** Ids that no earlier life of this cloud has given: a restored cloud draws others. */
  ids(name: string): Pick<Random, 'id'>;
  /** The services with the server's authority. Not usable while the cloud is being made. */
  server(): ServerPorts;
  /** Content of a document, for rules of other services; `null` in a cloud without documents. */
  document(path: string): DocData | null;
  /** Notes that rules have refused something. Returns the error for the caller, with as much of the reason as they may know. */
  denial(
    code: 'permission-denied' | 'storage/unauthorized',
    refusal: Refusal,
    caller: Caller | null,
  ): PortError;
  /** The backend dies and comes back at once: every client is cut off. */
  crash(): void;
  /**
   * Reports that `snapshot`'s result has changed, and which records, before anyone is notified. The keys are read at once, and only
   * in a cloud with storage.
   */
  changed(service: ServiceName, keys: () => Iterable<string>): void;
  /** Reports a stored record that was found unreadable after the start. The record stays in place. */
  unreadable(service: ServiceName, key: string, error: unknown): void;
}
