/** The embedded cloud: eight hosted services in memory, any number of clients, one clock, one seed. */
import type { RulesRefusal, ServiceName } from '#ports/control.ts';
import { PortError } from '#ports/errors.ts';
import type { Caller, HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import { checkOptions } from '#ports/options.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { createAuthService } from './auth/service.ts';
import type { Channel } from './channel.ts';
import { ManualClock, type MovableClock, settle } from './clock.ts';
import { cloudFromText, cloudText } from './cloud-text.ts';
import { createConfigService } from './config/service.ts';
import { createControlRoom } from './control/room.ts';
import { createDocsService } from './docs/service.ts';
import { FaultQueue } from './faults.ts';
import { createFunctionsService } from './functions/service.ts';
import { Gateway, type GatewayService, type Traffic } from './gateway.ts';
import { Journal, type Keep, type KeptHead } from './journal.ts';
import { createMessagingService } from './messaging/service.ts';
import { cloudOptions } from './options.ts';
import { createPerformanceService } from './performance/service.ts';
import type { Room } from './protocol.ts';
import { type Random, seededRandom } from './random.ts';
import type { Entry } from './records.ts';
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
}

const mostRefusals = 50;

export class FakeCloud {
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
  /** Newest first. */
  private refusals: readonly RulesRefusal[] = [];
  private names: Names;
  private life = 0;
  private initial: CloudSnapshot;

  /** @throws TypeError for an unknown option; RulesError, PortError for an invalid value */
  constructor(options: CloudOptions = {}) {
    checkOptions('FakeCloud', options, cloudOptions);
    this.options = options;
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
      ids: (name) => this.idsOf(name),
      server: () => this.server,
      refused: (refusal, caller) =>
        this.refused({ ...refusal, at: this.clock.now(), uid: caller?.uid ?? null }),
      crash: () => this.dropAll(0),
      changed: (service, keys) => {
        this.journal.changed(service, keys);
        this.announce(service);
      },
    };
    const auth = createAuthService(platform);
    const docs = createDocsService(platform);
    const realtime = createRealtimeService(platform);
    [this.docs, this.realtime] = [docs, realtime];
    const functions = createFunctionsService(platform);
    const storage = createStorageService(platform, { get: (path) => docs.read(path) });
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
      random: { id: () => this.names.server.id(), secret: () => this.names.server.id(32) },
      http: options.http ?? null,
    };
    this.initial = this.snapshot();
    const control = createControlRoom({
      platform,
      http: (request) => functions.http(request),
      inbox: () => auth.inbox(),
      authenticator: () => auth.authenticator(),
      publish: (values) => config.publish(values),
      publishTemplate: (json) => config.publishTemplate(json),
      announceTime: () => this.announceTime(),
      refusals: () => this.refusals,
      dropAll: (forMs) => this.dropAll(forMs),
      reset: () => this.restore(this.initial),
      exportText: () => this.exportText(),
      importText: (text) => this.importText(text),
    });
    this.rooms = new Map<Room, GatewayService>([...Object.entries(this.services), ['control', control]] as [
      Room,
      GatewayService,
    ][]);
    this.answerHttp = (request) => functions.http(request);
    functions.start();
    this.stopFunctions = () => functions.stop();
  }

  /**
   * Serves the client at the other end of the channel until either side closes it. `operators`: whether it may be an operator; who
   * may not finds no `control`.
   */
  accept(channel: Channel, { operators = true }: { readonly operators?: boolean } = {}): void {
    const gateway: Gateway = new Gateway(
      channel,
      {
        clock: this.clock,
        faults: this.faults,
        operators,
        service: (room) => (room === 'control' && !operators ? undefined : this.rooms.get(room)),
        services: () => this.rooms.values(),
        verify: this.verify,
        readers: this.readers,
        whenKept: (run) => this.journal.after(run),
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
   * @throws RulesError, with the line: nothing has changed then
   */
  publishRules(service: 'firestore' | 'database', source: string): void {
    if (service === 'firestore') this.docs.publishRules(source);
    else this.realtime.publishRules(source);
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
   * @throws PortError invalid-argument when `found` can't be read; the cloud is then of no use
   */
  keepWith(keep: Keep, found: KeptCloud | null): void {
    this.journal.open(keep);
    if (found) {
      try {
        for (const name of this.serviceNames()) this.services[name].records.restore(found.records[name]);
      } catch (cause) {
        void this.journal.close();
        throw new PortError('invalid-argument', 'What was kept can’t be read.', { cause });
      }
      this.nextLife(found.head.life);
      this.dropAll(0);
    } else this.journal.keepAll(this.serviceNames());
    // A life that is not kept would come again, with the same ids.
    if (this.life > 0) this.journal.touch();
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

  /** Calls `next` with every message between clients and cloud, as it is received or sent. */
  onTraffic(next: (traffic: Traffic) => void): Unsubscribe {
    this.readers.add(next);
    return () => this.readers.delete(next);
  }

  dispose(): void {
    this.stopFunctions();
    for (const gateway of [...this.gateways]) gateway.drop(0);
    this.watchers.clear();
  }

  private refused(refusal: RulesRefusal): void {
    this.refusals = [refusal, ...this.refusals].slice(0, mostRefusals);
    this.options.onRefusal?.(refusal);
  }

  private restoreServices(snapshot: CloudSnapshot): void {
    for (const [name, service] of Object.entries(this.services))
      service.restore(snapshot.services[name as ServiceName]);
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
    for (const gateway of [...this.gateways]) gateway.announceTime();
  }

  private dropAll(forMs: number): void {
    for (const gateway of [...this.gateways]) if (!gateway.servesOperator()) gateway.drop(forMs);
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
