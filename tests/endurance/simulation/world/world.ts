/** Simulated world: the cloud, people at their browsers, the machines, and the record of all events. */
// Loaded before the simulated time begins, which does not wait for scripts.
import '#api/calendar-events.ts';
import '#api/routing-patterns.ts';
import '#fakes/cloud/inbox-mail.ts';
import '#functions/feeds/calendar.ts';
import '#functions/on-demand.ts';
import type { CommandInput, CommandName } from '#api/commands.ts';
import type { Alert } from '#domain/alert/schema.ts';
import type { CoverRequest } from '#domain/cover/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import type { Member } from '#domain/team/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { may, type Action } from '#domain/permissions.ts';
import { projectRules } from '#demo/rules.ts';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { createFunctions } from '#functions/index.ts';
import { isPortError, type PortError } from '#ports/errors.ts';
import indexes from '../../../../firestore.indexes.json?raw';
import { quickClock } from '../quick-clock.ts';
import { seedTeam, spareId, teamId } from '../team.ts';
import { enable } from './enable.ts';
import { Attempts } from './attempts.ts';
import { SimulatedBrowser } from './browser.ts';
import { entityOf, Ledger } from './ledger.ts';
import { Machines } from './machines.ts';
import type { Command, CommandAnswer } from './outbox.ts';
import { UnreadableRecords } from './unreadable.ts';
import type { ViewRequest } from './views.ts';

/** Browsers: person and activity; some persons have two. Without a uid: a guest, who has no account. */
export const seats = [
  { name: 'olga', uid: 'olga', busy: 2 },
  { name: 'adam', uid: 'adam', busy: 2 },
  { name: 'adam2', uid: 'adam', busy: 1 },
  { name: 'rita', uid: 'rita', busy: 3 },
  { name: 'rita2', uid: 'rita', busy: 2 },
  { name: 'ravi', uid: 'ravi', busy: 3 },
  { name: 'rosa', uid: 'rosa', busy: 3 },
  { name: 'vera', uid: 'vera', busy: 1 },
  { name: 'nils', uid: 'nils', busy: 1 },
  { name: 'juno', uid: 'juno', busy: 1 },
  { name: 'guest', uid: null, busy: 1 },
] as const;

export interface Answered {
  readonly browser: SimulatedBrowser;
  readonly command: Command;
  readonly told: CommandAnswer;
}

export interface FailedView {
  /** Whether the permission table allowed the query when it failed. */
  readonly allowed: boolean;
  readonly browser: SimulatedBrowser;
  readonly asked: ViewRequest;
  readonly error: PortError;
}

export class World {
  readonly cloud: FakeCloud;
  readonly ledger = new Ledger();
  readonly attempts = new Attempts(this);
  readonly machines = new Machines(this);
  readonly unreadable = new UnreadableRecords(this);
  readonly browsers: readonly SimulatedBrowser[];
  /** Operator's client, which no fault hits. */
  readonly operator: EmbeddedClient;
  readonly commands: Command[] = [];
  readonly answered: Answered[] = [];
  readonly failedViews: FailedView[] = [];
  /** Violations found by the invariants and by the world itself. */
  readonly wrongs: string[] = [];
  /** Moves as sentences. */
  readonly story: string[] = [];
  /** Number of crashed runs of server code. */
  deaths = 0;
  faults = 0;
  /** Signing in and renewing tokens has been made to fail. */
  authTroubled = false;
  /** Time from which on no fault occurs. */
  calmAt = Number.POSITIVE_INFINITY;
  private secrets = 0;
  private readonly start: number;

  private constructor(seed: number) {
    this.cloud = new FakeCloud({
      seed,
      clock: quickClock(),
      functions: this.ledger.watched(createFunctions()),
      indexes,
      rules: projectRules,
      onMessage: ({ action }) => {
        if (URL.canParse(action)) this.ledger.mailLinks.push(new URL(action).pathname);
      },
      onFailure: ({ kind, name, error }) => {
        if (isPortError(error)) this.deaths++;
        else if (kind === 'background' && this.unreadable.isReport(error)) this.unreadable.reports++;
        else this.wrong(`${kind} ${name} has a mistake in it: ${describe(error)}`);
      },
    });
    this.start = this.cloud.clock.now();
    this.cloud.onTraffic(({ message }) => {
      if (message.type === 'refusal' && message.error.message.startsWith('The backend died')) this.deaths++;
    });
    const events = {
      told: (browser: SimulatedBrowser, command: Command, told: CommandAnswer) => {
        this.answered.push({ browser, command, told });
      },
      viewFailed: (browser: SimulatedBrowser, asked: ViewRequest, error: PortError) => {
        this.failedViews.push({ browser, asked, error, allowed: this.mayAsk(browser.uid, asked) });
      },
    };
    this.operator = connect(this.cloud);
    this.browsers = seats.map(({ name, uid }) => new SimulatedBrowser(this.cloud, name, uid, events));
  }

  static async open(seed: number): Promise<World> {
    const world = new World(seed);
    await seedTeam(world.cloud.server);
    await world.know();
    return world;
  }

  /** Opens all browsers; members register theirs for pages. */
  async begin(): Promise<void> {
    for (const browser of this.browsers) await browser.signIn();
    await settle();
    for (const browser of this.browsers) if (this.member(browser.uid)) await enable(this, browser);
    await settle();
  }

  async close(): Promise<void> {
    for (const browser of this.browsers) await browser.close();
    await this.operator.dispose();
    await settle();
    this.cloud.dispose();
  }

  get now(): number {
    return this.cloud.clock.now();
  }

  async advance(ms: number): Promise<void> {
    await this.cloud.advance(ms);
  }

  tell(sentence: string): void {
    const passed = new Date(this.now - this.start).toISOString().slice(11, 23);
    this.story.push(`${passed}  ${sentence}`);
  }

  wrong(sentence: string): void {
    this.wrongs.push(sentence);
    this.tell(`✗ ${sentence}`);
  }

  give<N extends CommandName>(
    browser: SimulatedBrowser,
    name: N,
    input: Omit<CommandInput<N>, 'teamId' | 'commandId'>,
  ): void {
    const command: Command = {
      name,
      input: { ...input, teamId, commandId: browser.client.docs.newId() },
      givenAt: this.now,
    };
    this.commands.push(command);
    browser.give(command);
  }

  /** A word that must never reach anybody who may not read any of the places where it was stored. */
  newSecret(): string {
    return `secret-${this.secrets++}-`;
  }

  get incidents(): readonly Incident[] {
    return this.all<Incident>(collectionPaths.incidents(teamId));
  }

  get pages(): readonly Page[] {
    return this.all<Page>(collectionPaths.pages(teamId));
  }

  get alerts(): readonly Alert[] {
    return this.all<Alert>(collectionPaths.alerts(teamId));
  }

  get coverRequests(): readonly CoverRequest[] {
    return this.all<CoverRequest>(collectionPaths.coverRequests(teamId));
  }

  get overrides(): readonly Override[] {
    return this.all<Override>(collectionPaths.overrides(teamId));
  }

  /** Schedule that no policy uses. */
  get spare(): Schedule {
    const path = documentPaths.schedule(teamId, spareId);
    const found = this.ledger.documents.get(path) ?? this.unreadable.lastReadable(path);
    if (!found) throw new Error('The crowd has no spare schedule.');
    return found as unknown as Schedule;
  }

  incident(id: string): Incident | null {
    return (this.ledger.documents.get(documentPaths.incident(teamId, id)) ?? null) as Incident | null;
  }

  page(id: string): Page | null {
    return (this.ledger.documents.get(documentPaths.page(teamId, id)) ?? null) as Page | null;
  }

  member(uid: string): Member | null {
    return (this.ledger.documents.get(documentPaths.member(teamId, uid)) ?? null) as Member | null;
  }

  /** Whether the permission table allows the action now. */
  may(uid: string, action: Action, incidentId: string | null = null): boolean {
    const subject = incidentId === null ? {} : this.incident(incidentId);
    if (subject === null) return false;
    return may({ userId: uid, role: this.member(uid)?.role ?? null }, action, subject).allowed;
  }

  /** Whether all documents that the rules take the permission from are readable. */
  knowsPermission(uid: string, incidentId: string | null): boolean {
    const paths = [
      documentPaths.user(uid),
      documentPaths.team(teamId),
      documentPaths.member(teamId, uid),
      ...(incidentId === null ? [] : [documentPaths.incident(teamId, incidentId)]),
    ];
    return !paths.some((path) => this.unreadable.has(path));
  }

  private mayAsk(uid: string, asked: ViewRequest): boolean {
    const path = 'path' in asked ? asked.path : 'query' in asked ? asked.query.collection : asked.realtime;
    if (path.startsWith('users/')) return true;
    const [incidentId] = path.startsWith(`${collectionPaths.incidents(teamId)}/`) ? [path.split('/')[3]] : [];
    return this.may(uid, 'read', incidentId ?? null);
  }

  private all<T>(collection: string): readonly T[] {
    return this.ledger.in(collection).map(([, entity]) => entity as T);
  }

  /** The ledger knows what was there before the first run. */
  private async know(): Promise<void> {
    const collections = [
      collectionPaths.members(teamId),
      collectionPaths.policies(teamId),
      collectionPaths.schedules(teamId),
      'teams',
    ];
    for (const collection of collections)
      for (const { path, data } of await this.cloud.server.docs.find({ collection }))
        if (data) this.ledger.documents.set(path, entityOf(data));
  }
}

function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ');
  return error instanceof Error ? `${error.message} ${error.stack?.split('\n')[1] ?? ''}` : String(error);
}
