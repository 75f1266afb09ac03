/** A browser of a person: its open page, its stores, and the outcome of everything done in it. */
import { TestBrowser } from '#fakes/client/browser.ts';
import { createClient, type EmbeddedClient } from '#fakes/client/client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { createChannel } from '#fakes/cloud/channel.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import type { RoomWrites } from '#src/data/queries/room-writes.ts';
import { directRoomWrites } from '#tests/direct-room-writes.ts';
import { holdSlot } from '#src/data/queries/presence-slot.ts';
import { presenceEntry, presencePlace } from '#src/data/queries/presence.ts';
import { credentialOf, teamId } from '../team.ts';
import { type Command, Outbox, type CommandAnswer } from './outbox.ts';
import { type ViewRequest, profileView, roomViews, teamViews, Views } from './views.ts';
import type { PortError } from '#ports/errors.ts';

/** Beats of presence: rarer than the product's, which would be most of what is simulated. */
const beatMs = 5 * 60_000;

export interface BrowserEvents {
  told(browser: SimulatedBrowser, command: Command, told: CommandAnswer): void;
  viewFailed(browser: SimulatedBrowser, asked: ViewRequest, error: PortError): void;
}

export class SimulatedBrowser {
  readonly name: string;
  /** `null`: a guest, who is signed in without an account. */
  readonly credential: ReturnType<typeof credentialOf> | null;
  readonly browser = new TestBrowser();
  readonly received: PushMessage[] = [];
  /** Stores that survive reloads. */
  private readonly stores = { local: memoryStore(), session: memoryStore() };
  readonly waiting: Command[] = [];
  private readonly cloud: FakeCloud;
  private readonly events: BrowserEvents;

  uid: string;
  life = 0;
  room: { readonly incidentId: string; readonly as: string } | null = null;
  online = true;
  /** Whether its clock has been changed since it was opened. */
  skewed = false;
  private page: Page | null = null;

  constructor(cloud: FakeCloud, name: string, uid: string | null, events: BrowserEvents) {
    this.cloud = cloud;
    this.name = name;
    this.uid = uid ?? '';
    this.credential = uid === null ? null : credentialOf(uid);
    this.events = events;
  }

  get client(): EmbeddedClient {
    return this.opened.client;
  }

  get views(): Views {
    return this.opened.views;
  }

  async signIn(): Promise<void> {
    const page = this.open();
    await settle();
    const { auth } = page.client;
    const entered = await (this.credential ? auth.signIn(this.credential) : auth.guests.signIn());
    if (entered.kind !== 'signed-in') throw new Error(`${this.name} could not sign in.`);
    this.uid = entered.user.uid;
    page.start(this);
  }

  /** Closes the page, whatever it was doing, and loads it again. */
  async reload(): Promise<void> {
    await this.close();
    const page = this.open();
    if (!this.online) page.client.control.setNetwork(false);
    await settle();
    page.start(this);
  }

  async close(): Promise<void> {
    const { page } = this;
    this.page = null;
    this.life++;
    await page?.close();
  }

  setNetwork(online: boolean): void {
    this.online = online;
    this.client.control.setNetwork(online);
  }

  give(command: Command): void {
    this.opened.outbox.give(command);
  }

  /** Opens an incident's room, or the home screen. `as`: a word shown with the presence there. */
  enter(incidentId: string | null, as = this.uid): void {
    this.room = incidentId === null ? null : { incidentId, as };
    this.opened.enter(this);
  }

  /** Room writes of this page. */
  writes(incidentId: string): RoomWrites {
    const page = this.opened;
    return directRoomWrites(
      page.client.docs,
      { teamId, userId: this.uid, incidentId },
      () => page.sequence++,
    );
  }

  private get opened(): Page {
    if (!this.page) throw new Error(`${this.name} is not open.`);
    return this.page;
  }

  private open(): Page {
    const clientId = `${this.name}.${this.life}`;
    const client = createClient(
      {
        clientId,
        connect: () => {
          const [mine, theirs] = createChannel();
          this.cloud.accept(theirs);
          return mine;
        },
        clock: this.cloud.clock,
        random: this.cloud.random.fork(`client/${clientId}`),
      },
      { stores: this.stores, browser: this.browser },
    );
    client.messaging.onMessage((message) => this.received.push(message));
    client.messaging.onBackgroundMessage((message) => this.received.push(message));
    const views = new Views(client, (_, asked, error) => this.events.viewFailed(this, asked, error));
    const outbox = new Outbox(this.waiting, client, this.cloud.clock, (command, told) =>
      this.events.told(this, command, told),
    );
    this.page = new Page(client, views, outbox, this.cloud);
    return this.page;
  }
}

/** The page that is loaded: gone with a reload. */
class Page {
  sequence = 0;
  readonly client: EmbeddedClient;
  readonly views: Views;
  readonly outbox: Outbox;
  private readonly cloud: FakeCloud;
  private readonly stops: (() => void)[] = [];
  private leave: () => void = () => {};
  private hush: () => void = () => {};
  private rooms = 0;
  private owner = false;

  constructor(client: EmbeddedClient, views: Views, outbox: Outbox, cloud: FakeCloud) {
    this.client = client;
    this.views = views;
    this.outbox = outbox;
    this.cloud = cloud;
  }

  start(browser: SimulatedBrowser): void {
    this.views.show('self', profileView(browser.uid));
    this.stops.push(
      // A second subscription to the profile, which opens the team's screens once there is a team.
      this.client.docs.watch(`users/${browser.uid}`, {
        next: ({ data }) => {
          const teams = data?.['teams'];
          const role =
            typeof teams === 'object' && teams !== null && teamId in teams
              ? (teams as Record<string, unknown>)[teamId]
              : null;
          if (role === null || this.views.open.has('team/team')) return;
          this.owner = role === 'owner';
          this.views.show('team', teamViews({ uid: browser.uid, owner: this.owner }));
          this.enter(browser);
        },
        error: () => {},
      }),
    );
  }

  enter(browser: SimulatedBrowser): void {
    this.leave();
    this.leave = () => {};
    this.views.show('room', {});
    if (browser.room === null) return;
    this.views.show('room', roomViews({ uid: browser.uid, owner: this.owner }, browser.room.incidentId));
    this.announce(browser, browser.room.incidentId, browser.room.as);
  }

  async close(): Promise<void> {
    // A reload sends nothing: the page is gone at once.
    for (const stop of [...this.stops, this.hush]) stop();
    this.outbox.close();
    this.views.endAll();
    await this.client.dispose();
  }

  private announce(browser: SimulatedBrowser, incidentId: string, as: string): void {
    const { clock } = this.cloud;
    const held = holdSlot(
      this.client.realtime,
      { now: () => clock.now(), every: (ms, run) => (this.hush = every(clock, ms, run)) },
      {
        ...presencePlace(teamId, incidentId, browser.uid),
        beatMs,
        connectionId: `${as}${browser.name}-${browser.life}-${this.rooms++}`.replaceAll(
          /[^A-Za-z0-9_-]/g,
          '-',
        ),
        entry: () => presenceEntry(browser.uid, 'looking'),
      },
    );
    this.leave = () => held.end();
  }
}

function every(clock: FakeCloud['clock'], ms: number, run: () => void): () => void {
  let cancel: () => void = () => {};
  const wait = () => {
    cancel = clock.setTimer(() => {
      wait();
      run();
    }, ms);
  };
  wait();
  return () => cancel();
}
