/** Reconnecting and resubscribing of many clients after a restart of the cloud: spread over time, none waits long. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Channel, createChannel } from '#fakes/cloud/channel.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { TestBrowser } from './browser.ts';
import { createClient } from './client.ts';
import { CloudLink } from './link.ts';
import { keepOpen } from './standing.ts';

const second = 1000;
const clientCount = 100;
const longestMs = 30 * second;

const ending: (() => void)[] = [];

afterEach(() => {
  for (const end of ending.splice(0)) end();
});

/** A server that can be stopped: it closes its connections, and any new one at once. */
class Server {
  readonly clock = new ManualClock();
  /** Time of each connection, by client. */
  readonly attempts = new Map<string, number[]>();
  private cloud: FakeCloud | null = new FakeCloud({ clock: this.clock });
  private readonly channels = new Set<Channel>();

  connect(clientId: string): Channel {
    const [mine, theirs] = createChannel();
    this.attempts.set(clientId, [...(this.attempts.get(clientId) ?? []), this.clock.now()]);
    if (this.cloud) {
      this.channels.add(theirs);
      this.cloud.accept(theirs);
    } else theirs.close();
    return mine;
  }

  /** An orderly stop, which tells the clients. */
  async stop(): Promise<void> {
    this.cloud?.dispose();
    await this.crash();
  }

  /** The connections end without a word. */
  async crash(): Promise<void> {
    this.cloud = null;
    for (const channel of this.channels) channel.close();
    this.channels.clear();
    await settle();
  }

  async start(): Promise<void> {
    this.cloud = new FakeCloud({ clock: this.clock });
    await settle();
  }

  link(name: string): CloudLink {
    const link = new CloudLink(name, () => this.connect(name), this.clock, seededRandom(name));
    ending.push(() => link.dispose());
    return link;
  }

  async links(): Promise<CloudLink[]> {
    const links = Array.from({ length: clientCount }, (_, at) => this.link(`client${at}`));
    await settle();
    return links;
  }

  /** The last connection of each client. */
  lastAttempts(): number[] {
    return [...this.attempts.values()].map((times) => times.at(-1) ?? 0);
  }

  /** Waits between consecutive connections of a client. */
  waits(): number[] {
    return [...this.attempts.values()].flatMap((times) =>
      times.slice(1).map((time, at) => time - (times[at] ?? 0)),
    );
  }
}

/** The largest number of `times` within one `windowMs`. */
const mostWithin = (windowMs: number, times: readonly number[]): number =>
  Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + windowMs).length));

describe('100 clients', () => {
  it.each([
    ['an orderly stop', (server: Server) => server.stop()],
    ['a crash', (server: Server) => server.crash()],
  ])('spread their reconnects over about a second after %s and a start', async (_, stop) => {
    const server = new Server();
    const links = await server.links();
    const stoppedAt = server.clock.now();
    await stop(server);
    await server.clock.advance(100);
    await server.start();
    await server.clock.advance(second);
    expect(links.filter((link) => !link.online())).toEqual([]);
    const connected = server.lastAttempts();
    expect(Math.min(...connected) - stoppedAt).toBeGreaterThanOrEqual(500);
    expect(mostWithin(50, connected)).toBeLessThanOrEqual(25);
  });

  it('spread their reconnects after an orderly stop, also if the server restarts at once', async () => {
    const server = new Server();
    const links = await server.links();
    const stoppedAt = server.clock.now();
    await server.stop();
    await server.start();
    await server.clock.advance(second);
    expect(links.filter((link) => !link.online())).toEqual([]);
    const connected = server.lastAttempts();
    expect(Math.min(...connected) - stoppedAt).toBeGreaterThanOrEqual(500);
    expect(mostWithin(50, connected)).toBeLessThanOrEqual(25);
  });

  it('spread their reconnects over many seconds after a long outage, up to 30 s', async () => {
    const server = new Server();
    const links = await server.links();
    await server.stop();
    await server.clock.advance(10 * 60 * second);
    const startedAt = server.clock.now();
    await server.start();
    await server.clock.advance(longestMs);
    expect(links.filter((link) => !link.online())).toEqual([]);
    const connected = server.lastAttempts();
    expect(mostWithin(second, connected)).toBeLessThanOrEqual(15);
    expect(Math.max(...connected) - startedAt).toBeGreaterThan(15 * second);
    expect(Math.max(...server.waits().filter((wait) => wait < 10 * 60 * second))).toBeLessThanOrEqual(
      longestMs,
    );
  });

  it('spread their subscriptions when the server rejects each, up to 30 s', async () => {
    const cloud = new FakeCloud();
    ending.push(() => cloud.dispose());
    const opened: number[][] = [];
    for (let at = 0; at < clientCount; at++) {
      const times: number[] = [];
      opened.push(times);
      const link = new CloudLink(
        `client${at}`,
        () => {
          const [mine, theirs] = createChannel();
          cloud.accept(theirs);
          return mine;
        },
        cloud.clock,
        seededRandom(at),
      );
      ending.push(() => link.dispose());
      const payload = () => {
        times.push(cloud.clock.now());
        return null;
      };
      ending.push(
        keepOpen(
          { link, clock: cloud.clock, random: seededRandom(at) },
          { room: 'config', topic: 'updates', payload, event: () => {} },
        ),
      );
    }
    cloud.faults.inject({
      kind: 'refuse',
      service: 'config',
      operation: 'updates',
      code: 'unavailable',
      times: 10_000,
    });
    await settle();
    await cloud.clock.advance(5 * 60 * second);
    const waits = opened.flatMap((times) => times.slice(1).map((time, at) => time - (times[at] ?? 0)));
    expect(Math.max(...waits)).toBeLessThanOrEqual(longestMs);
    expect(Math.max(...waits)).toBeGreaterThan(20 * second);
    expect(Math.max(...opened.map((times) => times.length))).toBeLessThan(40);
    expect(
      mostWithin(
        second,
        opened.map((times) => times.at(-1) ?? 0),
      ),
    ).toBeLessThanOrEqual(15);
  });
});

describe('a client that waits to reconnect', () => {
  const waiting = async (): Promise<[Server, CloudLink]> => {
    const server = new Server();
    const link = server.link('client');
    await settle();
    await server.stop();
    await server.clock.advance(10 * 60 * second);
    await server.start();
    expect(link.online()).toBe(false);
    return [server, link];
  };

  it('connects at once on request, and then starts with a short pause again', async () => {
    const [server, link] = await waiting();
    link.reconnectNow();
    await settle();
    expect(link.online()).toBe(true);
    await server.stop();
    await server.start();
    await server.clock.advance(second);
    expect(link.online()).toBe(true);
  });

  it('connects at once when the network is switched on', async () => {
    const [, link] = await waiting();
    link.setNetwork(true);
    await settle();
    expect(link.online()).toBe(true);
  });

  it('does not shorten a disconnect fault', async () => {
    const server = new Server();
    const link = server.link('client');
    await settle();
    await link.request('control', 'inject', { kind: 'disconnect', forMs: 5 * second }).catch(() => undefined);
    await settle();
    link.reconnectNow();
    await settle();
    expect(link.online()).toBe(false);
    await server.clock.advance(5 * second);
    expect(link.online()).toBe(true);
  });

  it.each([
    ['its browser comes online', (browser: TestBrowser) => browser.comeOnline()],
    ['its tab becomes visible', (browser: TestBrowser) => browser.setVisible(true)],
  ])('connects at once when %s', async (_, happen) => {
    const server = new Server();
    const browser = new TestBrowser();
    browser.setVisible(false);
    const client = createClient(
      {
        clientId: 'client',
        connect: () => server.connect('client'),
        connectOperator: () => server.connect('operator'),
        clock: server.clock,
        random: seededRandom('client'),
      },
      { browser },
    );
    ending.push(() => void client.dispose());
    await settle();
    await server.stop();
    await server.clock.advance(10 * 60 * second);
    await server.start();
    happen(browser);
    await settle();
    expect(server.lastAttempts()).toEqual([server.clock.now(), server.clock.now()]);
    // Both connections work.
    await client.control.inbox();
    await client.config.remote.fetch();
  });
});
