/** Presence in a room over Chromium's own WebSocket: the real SDK, the embedded cloud behind its protocol, the deployed rules. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { realtimePaths } from '#api/paths.ts';
import { type RealtimeServer, serveRealtime } from '#emulator/realtime/serve.ts';
import { believedCaller } from '#emulator/token.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { type Cable, layCable } from '../official/cable.ts';
import { expect, needsParts, test as base, uidOf } from './firebase/fixtures.ts';

needsParts();

const database = await readFile(path.resolve(import.meta.dirname, '../../database.rules.json'), 'utf8');
const room = realtimePaths.room('team-1', 'incident-1');
/** The person's first slot. */
const seatOf = async (page: Page, slot = 0) =>
  realtimePaths.presence('team-1', 'incident-1', await uidOf(page), slot);
const keyOf = async (page: Page, slot = 0) => `${await uidOf(page)}_${slot}`;

interface Fixtures {
  readonly cloud: FakeCloud;
  readonly server: RealtimeServer;
  readonly cable: Cable;
  /** A tab of a member of the team. */
  openSeat(name: string): Promise<Page>;
}

const test = base.extend<Fixtures>({
  cloud: async ({}, provide) => {
    const cloud = new FakeCloud({
      clock: new ManualClock(Date.now()),
      believe: believedCaller,
      rules: { database },
    });
    await provide(cloud);
    cloud.dispose();
  },
  server: async ({ cloud }, provide) => {
    const server = await serveRealtime({ cloud });
    await provide(server);
    await server.close();
  },
  cable: async ({ server }, provide) => {
    const cable = await layCable(Number(server.address.split(':')[1]));
    await provide(cable);
    await cable.remove();
  },
  openSeat: async ({ cloud, cable, openMember }, provide) => {
    await provide(async (name) => {
      const page = await openMember(name, { realtime: cable.address });
      await cloud.server.realtime.update({
        [realtimePaths.accessRole('team-1', await uidOf(page))]: 'responder',
        [realtimePaths.existingRoom('team-1', 'incident-1')]: true,
      });
      return page;
    });
  },
});

const present = async (page: Page) => ({
  userId: await uidOf(page),
  connectionId: 'tab',
  doing: 'looking',
  seenAt: { '.sv': 'timestamp' } as const,
});

/** Presence by connection, as this tab receives it. */
async function watching(page: Page): Promise<() => Promise<readonly string[]>> {
  const told = await page.evaluateHandle((path) => {
    const news: { keys: string[]; refused: string } = { keys: [], refused: '' };
    window.client.realtime.watch(path, {
      next: ({ children }) => (news.keys = children.map(({ key }) => key)),
      error: ({ code }) => (news.refused = code),
    });
    return news;
  }, room);
  return async () => {
    const { keys, refused } = await told.jsonValue();
    return refused === '' ? keys : [refused];
  };
}

/** Sits down, and leaves word that the seat is free when this tab is gone. */
const sitDown = async (page: Page) =>
  page.evaluate(
    async ({ path, value }) => {
      const { realtime } = window.client;
      await realtime.disconnects.at(path).remove();
      await realtime.set(path, value);
    },
    { path: await seatOf(page), value: await present(page) },
  );

test('presence written in one tab shows in another, and a user whose role is removed gets permission-denied', async ({
  openSeat,
  cloud,
}) => {
  const ada = await openSeat('ada');
  const sockets: string[] = [];
  ada.on('websocket', (socket) => sockets.push(socket.url()));
  const there = await watching(ada);
  await sitDown(ada);
  await expect.poll(there).toEqual([await keyOf(ada)]);
  expect(sockets).toHaveLength(1);

  const gil = await openSeat('gil');
  const seenByGil = await watching(gil);
  await sitDown(gil);
  await expect.poll(there).toEqual([await keyOf(ada), await keyOf(gil)].toSorted());
  await expect.poll(seenByGil).toEqual([await keyOf(ada), await keyOf(gil)].toSorted());

  await cloud.server.realtime.update({ [realtimePaths.accessRole('team-1', await uidOf(gil))]: null });
  await expect.poll(seenByGil).toEqual(['permission-denied']);
});

for (const [how, end] of [
  ['is closed', (page: Page) => page.close()],
  [
    'crashes',
    async (page: Page) => {
      const devtools = await page.context().newCDPSession(page);
      const crashed = page.waitForEvent('crash');
      // The command is never answered.
      void devtools.send('Page.crash').catch(() => undefined);
      await crashed;
    },
  ],
] as const)
  test(`a tab that ${how} leaves the room`, async ({ openSeat }) => {
    const [ada, gil] = [await openSeat('ada'), await openSeat('gil')];
    const there = await watching(ada);
    await sitDown(gil);
    await expect.poll(there).toEqual([await keyOf(gil)]);
    await end(gil);
    await expect.poll(there).toEqual([]);
  });

test('a lost connection is restored, and a write made meanwhile reaches the server', async ({
  openSeat,
  cable,
  cloud,
}) => {
  const ada = await openSeat('ada');
  // Subscribed before anything else connects, so that the first event is `false`.
  const connection = await ada.evaluateHandle(() => {
    const told: boolean[] = [];
    window.client.realtime.watchConnection((connected) => void told.push(connected));
    return told;
  });
  const told = () => connection.jsonValue();
  const there = await watching(ada);
  await sitDown(ada);
  await expect.poll(there).toEqual([await keyOf(ada)]);
  cable.plug(false);
  await expect.poll(async () => (await told()).at(-1)).toBe(false);
  // The server has made the disconnect write, and the client knows it.
  await expect.poll(() => cloud.server.realtime.get(room)).toBeNull();
  await expect.poll(there).toEqual([]);
  const writing = ada.evaluate(({ path, value }) => window.client.realtime.set(path, value), {
    path: await seatOf(ada, 1),
    value: await present(ada),
  });
  await expect.poll(there).toEqual([await keyOf(ada, 1)]);
  // Nothing has arrived: the cable is the only connection.
  expect(await cloud.server.realtime.get(room)).toBeNull();
  cable.plug(true);
  await writing;
  await expect.poll(there).toEqual([await keyOf(ada, 1)]);
  await expect.poll(told).toEqual([false, true, false, true]);
});
