/** What each hosted service is to the cloud, and what the cloud is to it. */
import type { AuthProject } from '#ports/auth/project.ts';
import type { Caller, FunctionSet } from '#ports/server/handlers.ts';
import type { ServerHttp } from '#ports/server/http.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { DemoAccount, InboxMessage, RulesRefusal, ServiceName } from '#ports/control.ts';
import type { CancelSignal, Unsubscribe } from '#ports/shared.ts';
import type { MovableClock } from './clock.ts';
import type { FaultQueue } from './faults.ts';
import type { PasswordWork } from './auth/password-work.ts';
import type { WebPush } from './messaging/web-push.ts';
import type { Random } from './random.ts';
import type { ServiceRecords } from './records.ts';
import type { Refusal } from './rules/rules.ts';

/** One connection of one client. A client that reconnects has a new session with the same `clientId`. */
export interface Session {
  readonly id: string;
  readonly clientId: string;
  /** From the id token last shown; `null` when nobody is signed in. */
  caller(): Caller | null;
  /** Was a token shown, good or not? */
  hasToken(): boolean;
  /** Does it know numbers that no number of the language can be? Default: it is told the nearest. */
  readonly exact?: boolean;
}

export interface Sink {
  event(value: unknown): void;
  /** Nothing is delivered afterwards. */
  end(error?: unknown): void;
}

export interface CloudService {
  readonly name: ServiceName;
  /** Requests by operation: the value is the reply, a rejection the refusal. `signal` is aborted when the client cancels or is gone. */
  readonly requests: Readonly<
    Record<string, (payload: never, session: Session, signal: CancelSignal) => unknown>
  >;
  /** Subscriptions by topic; returns how to end it. */
  readonly topics?: Readonly<Record<string, (payload: never, session: Session, sink: Sink) => Unsubscribe>>;
  /** The connection is gone, on purpose or not. */
  disconnected?(session: Session): void;
  /** The person behind a connection changed. */
  identified?(session: Session): void;
  /** Everything that lasts, as plain data (document values may be in it), never changed afterwards. */
  snapshot(): unknown;
  restore(data: unknown): void;
  /** The same, record by record, for whoever keeps it as it changes. */
  readonly records: ServiceRecords;
}

export interface CloudOptions {
  /** Default: a clock that stands still until moved. */
  readonly clock?: MovableClock;
  /** Default 1. */
  readonly seed?: number;
  /** Where ids and secrets come from. Default: `seed`, from which everything can be told in advance. */
  readonly random?: Random;
  readonly functions?: FunctionSet;
  /** Told of what backend code threw, and push services answered, and no caller gets to see: the log of a hosted platform. */
  readonly onFailure?: (failure: FunctionFailure) => void;
  /** Remote configuration published at the start. */
  readonly config?: Readonly<Record<string, string>>;
  /** Its template with conditions, as it is deployed (the content of `remoteconfig.template.json`); `config` is laid over it. */
  readonly configTemplate?: string;
  /** The country that clients seem to be in, ISO 3166-1 alpha-2, for conditions of the configuration. Default: none is known. */
  readonly country?: string;
  /** Default: a few rounds in the turn of the request, for accounts that tests make by the dozen. */
  readonly passwords?: PasswordWork;
  /** Whom a visitor may enter as. */
  readonly accounts?: readonly DemoAccount[];
  /**
   * The text of `firestore.indexes.json`. A query that needs an index which is not in it is refused, as production refuses it.
   * Absent: every query is served.
   */
  readonly indexes?: string;
  /**
   * Sources of the security rules, as they are deployed. A service without rules lets everybody in, as a cloud made for a
   * small test wants. What can't be read is a `RulesError` thrown by the cloud's constructor.
   */
  readonly rules?: {
    readonly firestore?: string;
    readonly storage?: string;
    readonly database?: string;
  };
  /** Told of every access that the rules refused. */
  readonly onRefusal?: (refusal: RulesRefusal) => void;
  /**
   * Who stands behind a token that is none of this cloud's; `null` for nobody. Only what stands in for local parts believes any;
   * `owner` is above the rules. Default: nobody.
   */
  readonly believe?: (token: string) => Caller | null;
  /** Are there social providers? Their accounts are made up, so anybody may be any of them. Default true. */
  readonly socialAccounts?: boolean;
  /** How sign-in is set up. Default: every way in, and whatever a new project has. */
  readonly auth?: AuthProject;
  /** Told of each message to a person, as it is sent. */
  readonly onMessage?: (message: InboxMessage) => void;
  /** Sends what no open page takes. Default: it waits. */
  readonly webPush?: WebPush;
  /** Where the application is served, for links in emails. Default `http://localhost`. */
  readonly origin?: string;
  /** By which backend code reaches the outside. Default: it can't. */
  readonly http?: ServerHttp;
}

export interface FunctionFailure {
  readonly kind: 'callable' | 'http' | 'schedule' | 'task' | 'push';
  readonly name: string;
  readonly error: unknown;
}

export interface Platform {
  readonly clock: MovableClock;
  readonly random: Random;
  readonly faults: FaultQueue;
  readonly options: CloudOptions;
  /** Ids that no earlier life of this cloud has given: a restored cloud draws others. */
  ids(name: string): Pick<Random, 'id'>;
  /** The services with the server's authority. Not usable while the cloud is being made. */
  server(): ServerPorts;
  /** Notes that rules have refused something. */
  refused(refusal: Refusal, caller: Caller | null): void;
  /** The backend dies and comes back at once: every client is cut off. */
  crash(): void;
  /**
   * Says that what `snapshot` returns has changed, and which of the service's records: before anybody is told of it. The keys
   * are asked for at once, and only while somebody keeps the cloud.
   */
  changed(service: ServiceName, keys: () => Iterable<string>): void;
}
