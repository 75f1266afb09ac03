/** Services for backend code: the hosted services with the server's authority, without rules. */
import type { User } from '../auth/auth.ts';
import type { Aggregate, DocSnapshot, Write } from '../docs/docs.ts';
import type { Nearest, Query } from '../docs/query.ts';
import type { PushNotification } from '../messaging/messaging.ts';
import type { RealtimeValue } from '../realtime/realtime.ts';
import type { Json } from '../shared.ts';
import type { Workers } from '../workers/workers.ts';
import type { ServerHttp } from './http.ts';
import type { ServerMail } from './mail.ts';
import type { ObjectMetadata, ObjectSettings } from '../storage/storage.ts';

export interface ServerDocs {
  get(path: string): Promise<DocSnapshot>;
  /** Documents in the query's order; of all collections of a name, too (`collectionGroup`). */
  find(query: Query): Promise<readonly DocSnapshot[]>;
  aggregate<T extends Readonly<Record<string, Aggregate>>>(
    query: Query,
    aggregates: T,
  ): Promise<{ readonly [name in keyof T]: number | null }>;
  /** All or nothing, and at least once, as the browser's writes (ports/docs). @throws not-found for an update of a missing document */
  batch(writes: readonly Write[]): Promise<void>;
  /**
   * Transaction: reads first, then writes, all or none. Retried after a conflict, and where the outcome is unknown: an effect that must
   * happen once is written together with a record that the next attempt finds. Queries count as reads. Reads are valid for 270 s from the
   * first read, and 60 s from the last; after that the transaction is retried, five times in all.
   * @throws whatever `run` throws; invalid-argument for a read after a write, and after the fifth attempt; aborted when conflicts persist
   */
  transaction<T>(run: (transaction: ServerTransaction) => Promise<T>): Promise<T>;
  newId(): string;
  /** `null` where the provider has no vector search. */
  readonly nearest: ServerNearest | null;
}

/** Vector search, as `docs.nearest` of a client. */
export interface ServerNearest {
  find(query: Query, nearest: Nearest): Promise<readonly DocSnapshot[]>;
}

export interface ServerTransaction {
  get(path: string): Promise<DocSnapshot>;
  find(query: Query): Promise<readonly DocSnapshot[]>;
  write(write: Write): void;
}

export interface ServerUsers {
  /** `null` when there is none. */
  get(uid: string): Promise<User | null>;
  byEmail(email: string): Promise<User | null>;
  create(account: {
    readonly uid?: string;
    readonly email?: string;
    readonly password?: string;
    readonly displayName?: string;
    readonly emailVerified?: boolean;
  }): Promise<User>;
  /** Replaces all; shows in tokens issued from now on. At most 1,000 characters as JSON. @throws auth/user-not-found */
  setClaims(uid: string, claims: Readonly<Record<string, Json>>): Promise<void>;
  /** Good for one hour, for `signIn({ kind: 'custom-token' })`. */
  customToken(uid: string, claims?: Readonly<Record<string, Json>>): Promise<string>;
  /**
   * Ends every session of the account: none is given a new token. A token issued before may be taken until it expires, an hour
   * later at most. @throws auth/user-not-found
   */
  revokeSessions(uid: string): Promise<void>;
  /**
   * Takes all second factors from the account: the first proof is enough from then on, until one is set up again. Sessions go on. Does
   * nothing when there are none. @throws auth/user-not-found
   */
  removeSecondFactors(uid: string): Promise<void>;
  /**
   * A disabled account can neither sign in nor get a new token until it is enabled again; for tokens issued before, as above.
   * @throws auth/user-not-found
   */
  setDisabled(uid: string, disabled: boolean): Promise<void>;
  /** Does nothing when there is none. */
  remove(uid: string): Promise<void>;
}

export interface OutgoingPush {
  readonly notification?: PushNotification;
  readonly data?: Readonly<Record<string, string>>;
  /** Time of further attempts, 0 to 2,419,200 s. Default 2,419,200. */
  readonly timeToLiveSeconds?: number;
  readonly urgency?: 'normal' | 'high';
}

/**
 * @throws out-of-range for a bad time to live; invalid-argument for a bad topic (1 to 900 letters, digits and `-_.~%`) and for
 * notification and data of more than 4,096 characters as JSON
 */
export interface SentPush {
  readonly id: string;
  /** Host of the push service that has accepted it; null: an open page has it, or it waits for one. */
  readonly pushService: string | null;
}

export interface ServerPush {
  /**
   * Resolves once accepted. With a time to live of 0 it reaches who is connected, or nobody. Of what waits
   * for one registration the newest 100 are kept. @throws messaging/registration-unknown, quota: resource-exhausted, unavailable
   * when the push service can't be reached, with `details` of `{ pushService }`, its host: sending it again is up to the caller, and the
   * provider may try meanwhile
   */
  send(registrationId: string, message: OutgoingPush): Promise<SentPush>;
  /** Again: does nothing. @throws messaging/registration-unknown */
  subscribe(registrationId: string, topic: string): Promise<void>;
  /** Does nothing when not subscribed. */
  unsubscribe(registrationId: string, topic: string): Promise<void>;
  /** To every registration subscribed now; that may be none. */
  sendToTopic(topic: string, message: OutgoingPush): Promise<string>;
}

/** Objects below a folder at any depth, in the order of the UTF-8 bytes of their paths. */
export interface ServerObjectPage {
  readonly objects: readonly StoredObjectEntry[];
  /** Give it to get the next page; `null` on the last. */
  readonly nextPageToken: string | null;
}

export interface StoredObjectEntry {
  readonly path: string;
  readonly size: number;
  /** When its content was written. */
  readonly createdAt: number;
}

export interface ServerStorage {
  write(path: string, content: Uint8Array, settings?: ObjectSettings): Promise<ObjectMetadata>;
  /** `null` when there is none. */
  read(path: string): Promise<Uint8Array | null>;
  /** Does nothing when there is none. */
  remove(path: string): Promise<void>;
  /** Addresses handed out before (`downloadUrl`) no longer work; new ones do. Does nothing when there is no such object. */
  revokeDownloadUrls(path: string): Promise<void>;
  /**
   * `folder` is without a slash at its end; empty: all objects. `max` is 1 to 1,000, default 1,000. A page may have fewer objects, and
   * even none, with others after it. An object that is written or removed meanwhile may be left out or not. @throws
   * invalid-argument for a token of another listing, TypeError for a bad folder or `max`
   */
  list(
    folder: string,
    options?: { readonly max?: number; readonly pageToken?: string },
  ): Promise<ServerObjectPage>;
}

export interface ServerRealtime {
  get(path: string): Promise<Json>;
  update(values: Readonly<Record<string, RealtimeValue>>): Promise<void>;
}

export interface ServerConfig {
  /** The published value; `null` when there is none. */
  value(key: string): Promise<string | null>;
}

export interface ServerClock {
  /** Epoch milliseconds. */
  now(): number;
}

export interface ServerTasks {
  /**
   * Runs the task's handler at `at` (epoch milliseconds, at most 30 days ahead), or soon when that is past or absent. A task
   * with an id (up to 500 letters, digits, `-` and `_`) is dropped while an earlier one with that id waits, and for an hour after
   * that one is done.
   * @throws not-found for no such handler, out-of-range, TypeError for a payload that JSON can't hold and for a bad id
   */
  enqueue(
    name: string,
    payload: Json,
    options?: { readonly at?: number; readonly id?: string },
  ): Promise<void>;
}

export interface ServerRandom {
  /** 20 letters and digits, unique. */
  id(): string;
  /** At least 128 bits that can't be guessed: letters and digits. */
  secret(): string;
}

/** Background work without a caller, and reports of faults that are in no answer. */
export interface ServerBackground {
  /**
   * Starts background work. Where the runtime continues after an answer, the answer does not wait; elsewhere the work ends within the
   * request. Work may be lost with the process: work that must not be lost is found again by a schedule. Exceptions are reported.
   */
  run(work: () => Promise<void>): void;
  /** Reports a mistake in the code to the operator. */
  report(error: unknown): void;
}

export interface ServerPorts {
  readonly docs: ServerDocs;
  readonly users: ServerUsers;
  readonly push: ServerPush;
  readonly storage: ServerStorage;
  readonly realtime: ServerRealtime;
  readonly config: ServerConfig;
  readonly clock: ServerClock;
  readonly tasks: ServerTasks;
  readonly random: ServerRandom;
  readonly background: ServerBackground;
  /** Requests to the outside; `null` where backend code can make none (capability `server.http`). */
  readonly http: ServerHttp | null;
  /** Mail to people; `null` where a deployment sends none (capability `server.mail`). */
  readonly mail: ServerMail | null;
  /** Threads for work on input from outside; `null` where there are none. */
  readonly workers: Workers | null;
}
