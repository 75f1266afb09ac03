/**
 * The embedded cloud of the services that it is given, in memory: any number of clients, one clock, one seed. Rules languages and
 * backend code are given too, or loaded by `complete`. `FakeCloud` is one with all of it.
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
import type { Channel } from './channel.ts';
import { ManualClock, type MovableClock, settle } from '#provider-kit/movable-clock.ts';
import { cloudFromText, cloudText } from './cloud-text.ts';
import { createControlRoom } from './control/room.ts';
import { FaultQueue } from './faults.ts';
import { backgroundOf } from './functions/background.ts';
import { type Gateway, openGateway } from './gateway.ts';
import type { GatewayService, Traffic } from './gateway-context.ts';
import { Journal, type Keep } from './journal.ts';
import { cloudOptions } from './options.ts';
import { unreadable } from './records.ts';
import type { CloudService, Platform } from './service.ts';
import {
  checkServiceOptions,
  type CloudServices,
  madeServices,
  serverPortsOf,
  type ServiceMakers,
  serviceOf,
} from './services.ts';
import type { CloudSnapshot, KeptCloud, SetAsideRecord } from './snapshot.ts';
import type { CloudOptions } from './cloud-options.ts';

export interface CloudOperation {
  readonly service: ServiceName;
  readonly kind: 'request' | 'topic';
  readonly operation: string;
}

/** The parts of a cloud that the first requests (of auth and configuration) do without. */
export interface CloudParts {
  /** A language is needed where its rules are given. */
  readonly languages: Partial<RulesLanguages>;
  readonly functions?: FunctionSet | undefined;
  /** Called once they are installed. */
  readonly onInstalled?: () => void;
}

const mostRefusals = 50;
/** Services by the names that the rules languages have for them. */
const servicesOfRules = { firestore: 'docs', storage: 'storage', database: 'realtime' } as const;

/** The text of a refusal for callers that may not read what it is about: the same for every rule and every stored value. */
const notAllowed = 'The security rules don’t allow this.';

export class CloudCore {
  readonly clock: MovableClock;
  readonly random: Random;
  readonly faults: FaultQueue;
  readonly options: CloudOptions;
  /** The services with the server's authority: no rules, no network. */
  readonly server: ServerPorts;
  private readonly services: CloudServices;
  private readonly rooms: ReadonlyMap<string, GatewayService>;
  private readonly gateways = new Set<Gateway>();
  private readonly readers = new Set<(traffic: Traffic) => void>();
  private readonly watchers = new Set<(service: ServiceName) => void>();
  private readonly journal: Journal;
  private readonly loadParts: () => Promise<CloudParts>;
  /** `null` until `install`. Requests that rules guard or backend code answers wait for it. */
  private parts: CloudParts | null = null;
  private completing: Promise<void> | null = null;
  /** Newest first. */
  private refusals: readonly RulesRefusal[] = [];
  private names: Names;
  private life = 0;
  private disposed = false;
  private onUnreadable: (record: SetAsideRecord) => void = () => {};
  private initial: CloudSnapshot;

  /**
   * `parts`: rules languages and backend code, or what loads them when the first request needs them.
   * @throws TypeError for an unknown option, or one of a service that is not given; RulesError, PortError for an invalid value
   */
  constructor(makers: ServiceMakers, options: CloudOptions, parts: CloudParts | (() => Promise<CloudParts>)) {
    checkOptions('FakeCloud', options, cloudOptions);
    checkServiceOptions(makers, options);
    this.options = options;
    this.loadParts = typeof parts === 'function' ? parts : () => Promise.resolve(parts);
    this.clock = options.clock ?? new ManualClock();
    this.random = options.random ?? seededRandom(options.seed ?? 1);
    this.faults = new FaultQueue(this.clock, this.random.fork('faults'));
    this.names = namesOf(this.random, this.life);
    this.journal = new Journal({
      head: () => ({ version: 1, at: this.clock.now(), life: this.life }),
      records: (service) => serviceOf(this.services, service).records,
    });
    const platform = this.platform();
    this.services = madeServices(makers, platform);
    this.server = {
      ...serverPortsOf(this.services),
      clock: { now: () => this.clock.now() },
      background: backgroundOf(options.onFailure),
      random: { id: () => this.names.server.id(), secret: () => this.names.server.id(32) },
      http: options.http ?? null,
      mail: this.services.functions?.mailInto(this.services.auth) ?? null,
      workers: options.workers ?? null,
    };
    this.initial = this.snapshot();
    this.rooms = new Map<string, GatewayService>([
      ...Object.entries(this.services),
      ['control', this.controlRoom(platform)],
    ]);
    if (typeof parts !== 'function') this.install(parts);
  }

  private platform(): Platform {
    return {
      clock: this.clock,
      random: this.random,
      faults: this.faults,
      options: this.options,
      functions: () => this.parts?.functions,
      ids: (name) => this.idsOf(name),
      server: () => this.server,
      document: (path) => this.services.docs?.read(path) ?? null,
      denial: (code, refusal, caller) => {
        const service = servicesOfRules[refusal.service];
        this.refused({ ...refusal, service, at: this.clock.now(), uid: caller?.uid ?? null });
        return new PortError(code, this.explains ? refusal.message : notAllowed);
      },
      crash: () => this.dropAll(0),
      changed: (service, keys) => {
        this.journal.changed(service, keys);
        this.announce(service);
      },
      unreadable: (service, key, error) => this.onUnreadable({ service, ...unreadable(key, error) }),
    };
  }

  private controlRoom(platform: Platform): GatewayService {
    return createControlRoom({
      platform,
      services: this.services,
      http: (request) => this.answerHttp(request),
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
  private install(parts: CloudParts): void {
    const { firestore, database, storage } = this.options.rules ?? {};
    const { languages } = parts;
    if (firestore !== undefined)
      serviceOf(this.services, 'docs').publishRules(known(languages, 'compileDocRules')(firestore));
    if (database !== undefined)
      serviceOf(this.services, 'realtime').publishRules(known(languages, 'compileDatabaseRules')(database));
    if (storage !== undefined)
      serviceOf(this.services, 'storage').publishRules(known(languages, 'compileStorageRules')(storage));
    this.parts = parts;
    if (this.disposed) return;
    this.services.functions?.start();
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
    const gateway: Gateway = openGateway(
      channel,
      {
        clock: this.clock,
        faults: this.faults,
        operators,
        peer,
        failure: (operation, error) => this.failure(operation, error),
        service: (room) => (room === 'control' && !operators ? undefined : this.rooms.get(room)),
        services: () => this.rooms.values(),
        verify: (token) => this.callerOf(token),
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
    return this.services.auth?.verify(token) ?? this.options.believe?.(token) ?? null;
  }

  /**
   * Replaces the deployed security rules, also for open listens.
   * @throws RulesError, with the line: nothing has changed then; TypeError in a cloud that is not complete
   */
  publishRules(service: 'firestore' | 'database', source: string): void {
    if (!this.parts) throw new TypeError('Rules are published in a complete cloud.');
    const { languages } = this.parts;
    if (service === 'firestore')
      serviceOf(this.services, 'docs').publishRules(known(languages, 'compileDocRules')(source));
    else serviceOf(this.services, 'realtime').publishRules(known(languages, 'compileDatabaseRules')(source));
  }

  /** Removes every document and notifies listeners. */
  removeDocuments(): void {
    serviceOf(this.services, 'docs').clear();
  }

  /** Advances time; due timers fire in order. */
  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms);
    this.announceTime();
    await settle();
  }

  snapshot(): CloudSnapshot {
    return this.snapshotBy((service) => service.snapshot());
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
   * with the next change, and delays nobody. `onUnreadable`: called for a document that is found unreadable when it is first needed; it
   * counts as absent and stays in the store.
   * @returns records that could not be read: they are set aside, and cost nothing but themselves
   */
  keepWith(
    keep: Keep,
    found: KeptCloud | null,
    onUnreadable: (record: SetAsideRecord) => void = () => {},
  ): readonly SetAsideRecord[] {
    this.onUnreadable = onUnreadable;
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
    return cloudText(this.snapshotBy((service) => service.exported?.() ?? service.snapshot()));
  }

  /** Like `restore`. @throws PortError invalid-argument for a text that is no export, or is damaged */
  importText(text: string): void {
    this.restore(cloudFromText(text, this.serviceNames()));
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
    return Object.values(this.services).flatMap(({ name: service, requests, topics = {} }) => {
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
    this.services.functions?.stop();
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

  private async answerHttp(request: HttpRequest): Promise<HttpResponse> {
    const functions = serviceOf(this.services, 'functions');
    if (!this.parts) await this.complete();
    return functions.http(request);
  }

  private snapshotBy(stateOf: (service: CloudService) => unknown): CloudSnapshot {
    const services = Object.fromEntries(
      Object.values(this.services).map((service) => [service.name, stateOf(service)]),
    );
    return { version: 1, at: this.clock.now(), life: this.life, services };
  }

  private restoreServices(snapshot: CloudSnapshot): void {
    for (const service of Object.values(this.services)) service.restore(snapshot.services[service.name]);
  }

  private restoreRecords({ head, records, unreadable = [] }: KeptCloud): readonly SetAsideRecord[] {
    const aside = this.serviceNames().flatMap((service) =>
      serviceOf(this.services, service)
        .records.restore(records[service])
        .map((record) => ({ service, ...record })),
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

/** @throws TypeError for a language that was not given */
function known<K extends keyof RulesLanguages>(
  languages: Partial<RulesLanguages>,
  name: K,
): RulesLanguages[K] {
  const language = languages[name];
  if (!language) throw new TypeError(`There are rules without a language: give \`${name}\`.`);
  return language;
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
