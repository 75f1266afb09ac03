/**
 * The embedded cloud without its rules languages and backend code, which `complete` loads: eight hosted services in memory, any number of
 * clients, one clock, one seed. `FakeCloud` is one with all of it.
 */
import type { RulesRefusal, ServiceName } from '#ports/control.ts';
import { PortError, toPortError } from '#ports/errors.ts';
import { runEach } from '#provider-kit/guard-listener.ts';
import type { Caller, FunctionSet, HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import { checkOptions } from '#ports/options.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { type Random, seededRandom } from '#provider-kit/random.ts';
import type { RulesLanguages } from '#firebase-rules/rules-languages.ts';
import { createAuthService } from './auth/service.ts';
import type { Channel } from './channel.ts';
import { ManualClock, type MovableClock, settle } from './clock.ts';
import { cloudFromText, cloudText } from './cloud-text.ts';
import { createConfigService } from './config/service.ts';
import { createControlRoom } from './control/room.ts';
import { createDocsService } from './docs/service.ts';
import { FaultQueue } from './faults.ts';
import { backgroundOf } from './functions/background.ts';
import { createFunctionsService } from './functions/service.ts';
import { Gateway, type GatewayService, type Traffic } from './gateway.ts';
import { Journal, type Keep, type KeptHead } from './journal.ts';
import { createMessagingService } from './messaging/service.ts';
import { cloudOptions } from './options.ts';
import { createPerformanceService } from './performance/service.ts';
import type { Room } from './protocol.ts';
import type { Entry, UnreadableRecord } from './records.ts';
import { createRealtimeService } from './realtime/service.ts';
import type { CloudOptions, CloudService, Platform } from './service.ts';
import { createStorageService } from './storage/service.ts';

/** All persistent state, by service. Plain data but for document values; `codec.ts` makes it storable. */
export interface CloudSnapshot {
  readonly version: 1;
  /** The clock's time when it was taken. */
  readonly at: number;
  /** Number of restores before. Each restored life draws new ids, so that none comes twice. */
  readonly life: number;
  readonly services: { readonly [name in ServiceName]: unknown };
}

/** Stored state of a cloud: the last head, and the records of every service. */
export interface KeptCloud {
  readonly head: KeptHead;
  readonly records: { readonly [name in ServiceName]: Iterable<Entry> };
  /** Records that the store could not read. */
  readonly unreadable?: readonly SetAsideRecord[];
}

/** A stored record that could not be read, and is kept apart from now on. */
export interface SetAsideRecord extends UnreadableRecord {
  readonly service: ServiceName;
}

export interface CloudOperation {
  readonly service: ServiceName;
  readonly kind: 'request' | 'topic';
  readonly operation: string;
}

/** The parts of a cloud that the first requests (of auth and configuration) do without. */
export interface CloudParts {
  readonly languages: RulesLanguages;
  readonly functions: FunctionSet | undefined;
  /** Called once they are installed. */
  readonly onInstalled?: () => void;
}

const mostRefusals = 50;
/** The text of a refusal for callers that may not read what it is about: the same for every rule and every stored value. */
const notAllowed = 'The security rules don’t allow this.';

export class CloudCore {
  readonly clock: MovableClock;
  readonly random: Random;
  readonly faults: FaultQueue;
  readonly options: CloudOptions;
  /** The services with the server's authority: no rules, no network. */
  readonly server: ServerPorts;
  private readonly services: { readonly [name in ServiceName]: CloudService };
  private readonly rooms: ReadonlyMap<Room, GatewayService>;
  private readonly gateways = new Set<Gateway>();
  private readonly readers = new Set<(traffic: Traffic) => void>();
  private readonly watchers = new Set<(service: ServiceName) => void>();
  private readonly journal: Journal;
  private readonly verify: (token: string) => ReturnType<ReturnType<typeof createAuthService>['verify']>;
  private readonly stopFunctions: () => void;
  private readonly answerHttp: (request: HttpRequest) => Promise<HttpResponse>;
  private readonly docs: ReturnType<typeof createDocsService>;
  private readonly realtime: ReturnType<typeof createRealtimeService>;
  private readonly storage: ReturnType<typeof createStorageService>;
  private readonly startFunctions: () => void;
  private readonly loadParts: () => Promise<CloudParts>;
  /** `null` until `install`. Requests that rules guard or backend code answers wait for it. */
  private parts: CloudParts | null = null;
  private completing: Promise<void> | null = null;
  /** Newest first. */
  private refusals: readonly RulesRefusal[] = [];
  private names: Names;
  private life = 0;
  private disposed = false;
  private initial: CloudSnapshot;

  /**
   * `loadParts` is called when the first request needs them, or by `complete`.
   * @throws TypeError for an unknown option; PortError for an invalid value
   */
  constructor(options: CloudOptions, loadParts: () => Promise<CloudParts>) {
    checkOptions('FakeCloud', options, cloudOptions);
    this.options = options;
    this.loadParts = loadParts;
    this.clock = options.clock ?? new ManualClock();
    this.random = options.random ?? seededRandom(options.seed ?? 1);
    this.faults = new FaultQueue(this.clock, this.random.fork('faults'));
    this.names = namesOf(this.random, this.life);
    this.journal = new Journal({
      head: () => ({ version: 1, at: this.clock.now(), life: this.life }),
      records: (service) => this.services[service].records,
    });
    const platform: Platform = {
      clock: this.clock,
      random: this.random,
      faults: this.faults,
      options,
      functions: () => this.parts?.functions,
      ids: (name) => this.idsOf(name),
      server: () => this.server,
      denial: (code, refusal, caller) => {
        this.refused({ ...refusal, at: this.clock.now(), uid: caller?.uid ?? null });
        return new PortError(code, this.explains ? refusal.message : notAllowed);
      },
      crash: () => this.dropAll(0),
      changed: (service, keys) => {
        this.journal.changed(service, keys);
        this.announce(service);
      },
    };
    const auth = createAuthService(platform);
    const docs = createDocsService(platform);
    const realtime = createRealtimeService(platform);
    const functions = createFunctionsService(platform);
    const storage = createStorageService(platform, { get: (path) => docs.read(path) });
    [this.docs, this.realtime, this.storage] = [docs, realtime, storage];
    const messaging = createMessagingService(platform);
    const config = createConfigService(platform);
    const performance = createPerformanceService(platform);
    this.services = { auth, docs, realtime, functions, storage, messaging, config, performance };
    this.verify = (token) => auth.verify(token) ?? options.believe?.(token) ?? null;
    this.server = {
      docs: docs.server,
      users: auth.server,
      push: messaging.server,
      storage: storage.server,
      realtime: realtime.server,
      config: config.server,
      clock: { now: () => this.clock.now() },
      tasks: functions.server,
      background: backgroundOf(options.onFailure),
      random: { id: () => this.names.server.id(), secret: () => this.names.server.id(32) },
      http: options.http ?? null,
      workers: options.workers ?? null,
    };
    this.initial = this.snapshot();
    const control = createControlRoom({
      platform,
      http: (request) => this.answerHttp(request),
      inbox: () => auth.inbox(),
      authenticator: () => auth.authenticator(),
      publish: (values) => config.publish(values),
      publishTemplate: (json) => config.publishTemplate(json),
      announceTime: () => this.announceTime(),
      refusals: () => this.refusals,
      dropAll: (forMs) => this.dropAll(forMs),
      reset: () => this.restore(this.initial),
      exportText: () => this.exportText(),
      importText: async (text) => {
        this.importText(text);
        await this.options.onImport?.(this.server);
      },
    });
    this.rooms = new Map<Room, GatewayService>([...Object.entries(this.services), ['control', control]] as [
      Room,
      GatewayService,
    ][]);
    this.answerHttp = (request) =>
      this.parts ? functions.http(request) : this.complete().then(() => functions.http(request));
    this.startFunctions = () => functions.start();
    this.stopFunctions = () => functions.stop();
  }

  /** Loads and installs the other parts, once; a load that failed is tried again by the next call. @throws RulesError; what the load throws */
  complete(): Promise<void> {
    if (this.parts) return Promise.resolve();
    this.completing ??= this.loadParts()
      .then((parts) => this.install(parts))
      .finally(() => {
        this.completing = null;
      });
    return this.completing;
  }

  /** Enforces the rules and starts schedules and tasks. @throws RulesError */
  protected install(parts: CloudParts): void {
    const { firestore, database, storage } = this.options.rules ?? {};
    const { compileDocRules, compileDatabaseRules, compileStorageRules } = parts.languages;
    if (firestore !== undefined) this.docs.publishRules(compileDocRules(firestore));
    if (database !== undefined) this.realtime.publishRules(compileDatabaseRules(database));
    if (storage !== undefined) this.storage.publishRules(compileStorageRules(storage));
    this.parts = parts;
    if (this.disposed) return;
    this.startFunctions();
    parts.onInstalled?.();
  }

  /**
   * Serves the client at the other end of the channel until either side closes it. `operators`: whether it may be an operator; who
   * may not finds no `control`. `peer`: the client's network address.
   */
  accept(
    channel: Channel,
    { operators = true, peer = null }: { readonly operators?: boolean; readonly peer?: string | null } = {},
  ): void {
    const gateway: Gateway = new Gateway(
      channel,
      {
        clock: this.clock,
        faults: this.faults,
        operators,
        peer,
        failure: (operation, error) => this.failure(operation, error),
        service: (room) => (room === 'control' && !operators ? undefined : this.rooms.get(room)),
        services: () => this.rooms.values(),
        verify: this.verify,
        readers: this.readers,
        whenKept: (run) => this.journal.after(run),
        completion: () => (this.parts ? null : this.complete()),
      },
      this.names.sessions.id(),
      () => this.gateways.delete(gateway),
    );
    this.gateways.add(gateway);
  }

  /** Answers an HTTP request, as a hosted platform's HTTP functions do, once its changes are stored. */
  async http(request: HttpRequest): Promise<HttpResponse> {
    const response = await this.answerHttp(request);
    await this.whenKept();
    return response;
  }

  /** A name for the next client; each is given once. */
  nameClient(): string {
    return this.names.clients.id();
  }

  /** Caller of a token here; `null` for nobody. */
  callerOf(token: string): Caller | null {
    return this.verify(token);
  }

  /**
   * Replaces the deployed security rules, also for open listens.
   * @throws RulesError, with the line: nothing has changed then; TypeError in a cloud that is not complete
   */
  publishRules(service: 'firestore' | 'database', source: string): void {
    if (!this.parts) throw new TypeError('Rules are published in a complete cloud.');
    const { compileDocRules, compileDatabaseRules } = this.parts.languages;
    if (service === 'firestore') this.docs.publishRules(compileDocRules(source));
    else this.realtime.publishRules(compileDatabaseRules(source));
  }

  /** Removes every document and notifies listeners. */
  removeDocuments(): void {
    this.docs.clear();
  }

  /** Advances time; due timers fire in order. */
  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms);
    this.announceTime();
    await settle();
  }

  snapshot(): CloudSnapshot {
    const services = Object.fromEntries(
      Object.entries(this.services).map(([name, service]) => [name, service.snapshot()]),
    ) as { [name in ServiceName]: unknown };
    return { version: 1, at: this.clock.now(), life: this.life, services };
  }

  /**
   * Replaces everything at once. Clients are dropped, and find the new state when they come back.
   * @throws PortError invalid-argument when a service can't read it: everything is as it was then
   */
  restore(snapshot: CloudSnapshot): void {
    const before = this.snapshot();
    try {
      this.restoreServices(snapshot);
    } catch (cause) {
      this.restoreServices(before);
      this.dropAll(0);
      throw new PortError('invalid-argument', 'This snapshot can’t be restored.', { cause });
    }
    this.nextLife(snapshot.life);
    for (const name of this.serviceNames()) {
      this.journal.replaced(name);
      this.announce(name);
    }
    this.dropAll(0);
  }

  /**
   * Stores every change by `keep` from now on: answers and events wait until the changes that led to them are stored. `found`,
   * stored before, replaces everything; with `null`, the present state is stored first. A group that `keep` refuses is tried again
   * with the next change, and delays nobody.
   * @returns records that could not be read: they are set aside, and cost nothing but themselves
   */
  keepWith(keep: Keep, found: KeptCloud | null): readonly SetAsideRecord[] {
    this.journal.open(keep);
    const aside = found ? this.restoreRecords(found) : [];
    if (!found) this.journal.keepAll(this.serviceNames());
    this.journal.setAside(aside);
    // A life that is not kept would come again, with the same ids.
    if (this.life > 0) this.journal.touch();
    return aside;
  }

  /** Stores the head again: a part of it has changed, such as the clock's lead. */
  touch(): void {
    this.journal.touch();
  }

  /** Resolves once every change up to now is kept, or could not be. At once when nothing keeps them. */
  whenKept(): Promise<void> {
    return new Promise((resolve) => {
      this.journal.after(resolve);
    });
  }

  /** Like `dispose`, and stores the changes that are not stored yet. */
  async close(): Promise<void> {
    this.dispose();
    await this.whenKept();
    await this.journal.close();
  }

  /** The snapshot as a text to keep in a file. */
  exportText(): string {
    return cloudText(this.snapshot());
  }

  /** Like `restore`. @throws PortError invalid-argument for a text that is no export, or is damaged */
  importText(text: string): void {
    this.restore(cloudFromText(text));
  }

  /** Makes the present state the one that `reset` restores (with the demonstration team, say). */
  keepAsInitial(): void {
    this.initial = this.snapshot();
  }

  /** Calls `next` at every change of `snapshot`'s result, by service. */
  onChange(next: (service: ServiceName) => void): Unsubscribe {
    this.watchers.add(next);
    return () => this.watchers.delete(next);
  }

  /** All requests and topics of the services. */
  operations(): readonly CloudOperation[] {
    return this.serviceNames().flatMap((service) => {
      const { requests, topics = {} } = this.services[service];
      return [
        ...Object.keys(requests).map((operation) => ({ service, kind: 'request', operation }) as const),
        ...Object.keys(topics).map((operation) => ({ service, kind: 'topic', operation }) as const),
      ];
    });
  }

  /** Calls `next` with every message between clients and cloud, as it is received or sent. */
  onTraffic(next: (traffic: Traffic) => void): Unsubscribe {
    this.readers.add(next);
    return () => this.readers.delete(next);
  }

  dispose(): void {
    this.disposed = true;
    this.stopFunctions();
    runEach([...this.gateways], (gateway) => gateway.drop(null));
    this.watchers.clear();
  }

  private refused(refusal: RulesRefusal): void {
    this.refusals = [refusal, ...this.refusals].slice(0, mostRefusals);
    this.options.onRefusal?.(refusal);
  }

  private get explains(): boolean {
    return this.options.explainRefusals ?? true;
  }

  /** Error in the answer to a request that failed through a defect of the cloud. */
  private failure(operation: string, error: unknown): PortError {
    this.options.onFailure?.({ kind: 'request', name: operation, error });
    return new PortError('internal', this.explains ? toPortError(error).message : 'The cloud has failed.');
  }

  private restoreServices(snapshot: CloudSnapshot): void {
    for (const [name, service] of Object.entries(this.services))
      service.restore(snapshot.services[name as ServiceName]);
  }

  private restoreRecords({ head, records, unreadable = [] }: KeptCloud): readonly SetAsideRecord[] {
    const aside = this.serviceNames().flatMap((service) =>
      this.services[service].records.restore(records[service]).map((record) => ({ service, ...record })),
    );
    this.nextLife(head.life);
    this.dropAll(0);
    return [...unreadable, ...aside];
  }

  private serviceNames(): readonly ServiceName[] {
    return Object.keys(this.services) as ServiceName[];
  }

  private nextLife(earlier: number): void {
    this.life = Math.max(this.life, earlier) + 1;
    this.names = namesOf(this.random, this.life);
  }

  private idsOf(name: string): Pick<Random, 'id'> {
    let drawn: { readonly life: number; readonly source: Random } | null = null;
    return {
      id: (length) => {
        if (drawn?.life !== this.life)
          drawn = { life: this.life, source: sourceOf(this.random, this.life).fork(name) };
        return drawn.source.id(length);
      },
    };
  }

  private announce(service: ServiceName): void {
    for (const watcher of [...this.watchers]) watcher(service);
  }

  private announceTime(): void {
    runEach([...this.gateways], (gateway) => gateway.announceTime());
  }

  private dropAll(forMs: number): void {
    runEach([...this.gateways], (gateway) => {
      if (!gateway.servesOperator()) gateway.drop(forMs);
    });
  }
}

/** Source of ids that belong to no service. */
interface Names {
  readonly server: Random;
  readonly sessions: Random;
  readonly clients: Random;
}

const sourceOf = (random: Random, life: number): Random =>
  life === 0 ? random : random.fork(`life ${life}`);

function namesOf(random: Random, life: number): Names {
  const source = sourceOf(random, life);
  return { server: source.fork('server'), sessions: source.fork('session'), clients: source.fork('client') };
}
