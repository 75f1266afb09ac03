/**
 * The embedded cloud of the services that it is given, in memory: any number of clients, one clock, one seed. Rules languages and
 * backend code are given too, or loaded by `complete`. `FakeCloud` is one with all of it.
 */
import type { ServiceName } from '#ports/control.ts';
import type { Caller, HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import { checkOptions } from '#ports/options.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { type Random, seededRandom } from '#provider-kit/random.ts';
import { type CallerErrors, callerErrors } from './caller-errors.ts';
import type { Channel } from './channel.ts';
import { ManualClock, type MovableClock, settle } from '#provider-kit/movable-clock.ts';
import { type CloudState, cloudState } from './cloud-state.ts';
import { type CloudParts, type PartsInstaller, partsInstaller } from './cloud-parts.ts';
import { cloudFromText, cloudText } from './cloud-text.ts';
import { clientConnections, type Connections } from './connections.ts';
import { createControlRoom } from './control/room.ts';
import { FaultQueue } from './faults.ts';
import { backgroundOf } from './functions/background.ts';
import type { GatewayService, Traffic } from './gateway-context.ts';
import type { Keep } from './journal.ts';
import { type LifeIds, lifeIds } from './life-ids.ts';
import { cloudOptions } from './options.ts';
import { unreadable } from './records.ts';
import type { Platform } from './service.ts';
import {
  checkServiceOptions,
  type CloudServices,
  type CloudOperation,
  madeServices,
  operationsOf,
  serverPortsOf,
  type ServiceMakers,
  serviceOf,
} from './services.ts';
import type { CloudSnapshot, KeptCloud, SetAsideRecord } from './snapshot.ts';
import type { CloudOptions } from './cloud-options.ts';

export class CloudCore {
  readonly clock: MovableClock;
  readonly random: Random;
  readonly faults: FaultQueue;
  readonly options: CloudOptions;
  /** The services with the server's authority: no rules, no network. */
  readonly server: ServerPorts;
  private readonly services: CloudServices;
  private readonly rooms: ReadonlyMap<string, GatewayService>;
  private readonly ids: LifeIds;
  private readonly clientIds: Pick<Random, 'id'>;
  private readonly connections: Connections;
  private readonly state: CloudState;
  private readonly errors: CallerErrors;
  private readonly installer: PartsInstaller;
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
    this.clock = options.clock ?? new ManualClock();
    this.random = options.random ?? seededRandom(options.seed ?? 1);
    this.faults = new FaultQueue(this.clock, this.random.fork('faults'));
    this.ids = lifeIds(this.random);
    this.clientIds = this.ids.of('client');
    this.errors = callerErrors(this.clock, options);
    this.state = cloudState(
      this.clock,
      this.ids,
      () => this.services,
      () => this.connections.dropAll(0),
    );
    this.installer = partsInstaller(
      typeof parts === 'function' ? parts : () => Promise.resolve(parts),
      () => this.services,
      options.rules,
    );
    this.connections = clientConnections({
      clock: this.clock,
      faults: this.faults,
      ids: this.ids.of('session'),
      rooms: () => this.rooms,
      failure: this.errors.failure,
      verify: (token) => this.callerOf(token),
      whenKept: (run) => this.state.journal.after(run),
      completion: this.installer.completion,
    });
    const platform = this.platform();
    this.services = madeServices(makers, platform);
    const serverIds = this.ids.of('server');
    this.server = {
      ...serverPortsOf(this.services),
      clock: { now: () => this.clock.now() },
      background: backgroundOf(options.onFailure),
      random: { id: () => serverIds.id(), secret: () => serverIds.id(32) },
      http: options.http ?? null,
      mail: this.services.functions?.mailInto(this.services.auth) ?? null,
      workers: options.workers ?? null,
    };
    this.initial = this.snapshot();
    this.rooms = new Map<string, GatewayService>([
      ...Object.entries(this.services),
      ['control', this.controlRoom(platform)],
    ]);
    if (typeof parts !== 'function') this.installer.install(parts);
  }

  private platform(): Platform {
    return {
      clock: this.clock,
      random: this.random,
      faults: this.faults,
      options: this.options,
      functions: () => this.installer.parts()?.functions,
      ids: this.ids.of,
      server: () => this.server,
      document: (path) => this.services.docs?.read(path) ?? null,
      denial: this.errors.denial,
      crash: () => this.connections.dropAll(0),
      changed: this.state.changed,
      unreadable: (service, key, error) => this.onUnreadable({ service, ...unreadable(key, error) }),
    };
  }

  private controlRoom(platform: Platform): GatewayService {
    return createControlRoom({
      platform,
      services: this.services,
      http: (request) => this.answerHttp(request),
      connections: this.connections,
      denials: this.errors.denials,
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
    return this.installer.completion() ?? Promise.resolve();
  }

  /**
   * Serves the client at the other end of the channel until either side closes it. `operators`: whether it may be an operator; who
   * may not finds no `control`. `peer`: the client's network address.
   */
  accept(
    channel: Channel,
    { operators = true, peer = null }: { readonly operators?: boolean; readonly peer?: string | null } = {},
  ): void {
    this.connections.open(channel, operators, peer);
  }

  /** Answers an HTTP request, as a hosted platform's HTTP functions do, once its changes are stored. */
  async http(request: HttpRequest): Promise<HttpResponse> {
    const response = await this.answerHttp(request);
    await this.whenKept();
    return response;
  }

  /** A name for the next client; each is given once. */
  nameClient(): string {
    return this.clientIds.id();
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
    this.installer.publishRules({ [service]: source });
  }

  /** Removes every document and notifies listeners. */
  removeDocuments(): void {
    serviceOf(this.services, 'docs').clear();
  }

  /** Advances time; due timers fire in order. */
  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms);
    this.connections.announceTime();
    await settle();
  }

  snapshot(): CloudSnapshot {
    return this.state.snapshot((service) => service.snapshot());
  }

  /**
   * Replaces everything at once. Clients are dropped, and find the new state when they come back.
   * @throws PortError invalid-argument when a service can't read it: everything is as it was then
   */
  restore(snapshot: CloudSnapshot): void {
    this.state.restore(snapshot);
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
    return this.state.keepWith(keep, found);
  }

  /** Stores the head again: a part of it has changed, such as the clock's lead. */
  touch(): void {
    this.state.journal.touch();
  }

  /** Resolves once every change up to now is kept, or could not be. At once when nothing keeps them. */
  whenKept(): Promise<void> {
    return new Promise((resolve) => {
      this.state.journal.after(resolve);
    });
  }

  /** Like `dispose`, and stores the changes that are not stored yet. */
  async close(): Promise<void> {
    this.dispose();
    await this.whenKept();
    await this.state.journal.close();
  }

  /** The snapshot as a text to keep in a file. */
  exportText(): string {
    return cloudText(this.state.snapshot((service) => service.exported?.() ?? service.snapshot()));
  }

  /** Like `restore`. @throws PortError invalid-argument for a text that is no export, or is damaged */
  importText(text: string): void {
    this.restore(cloudFromText(text, this.state.names()));
  }

  /** Makes the present state the one that `reset` restores (with the demonstration team, say). */
  keepAsInitial(): void {
    this.initial = this.snapshot();
  }

  /** Calls `next` at every change of `snapshot`'s result, by service. */
  onChange(next: (service: ServiceName) => void): Unsubscribe {
    return this.state.onChange(next);
  }

  /** All requests and topics of the services. */
  operations(): readonly CloudOperation[] {
    return operationsOf(this.services);
  }

  /** Calls `next` with every message between clients and cloud, as it is received or sent. */
  onTraffic(next: (traffic: Traffic) => void): Unsubscribe {
    return this.connections.onTraffic(next);
  }

  dispose(): void {
    this.installer.dispose();
    this.services.functions?.stop();
    this.connections.close();
    this.state.dispose();
  }

  private async answerHttp(request: HttpRequest): Promise<HttpResponse> {
    const functions = serviceOf(this.services, 'functions');
    const completion = this.installer.completion();
    if (completion) await completion;
    return functions.http(request);
  }
}
