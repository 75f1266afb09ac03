/** Slots of presence: several tabs and devices of one person, under the deployed rules. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { constants } from '#domain/constants.ts';
import { realtimePaths } from '#api/paths.ts';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Json } from '#ports/shared.ts';
import { humanPlace, presenceEntry, presencePlace } from './presence.ts';
import { type HeldSlot, holdSlot, type SlotPlace } from './presence-slot.ts';

const database = readFileSync(
  fileURLToPath(new URL('../../../database.rules.json', import.meta.url)),
  'utf8',
);
const [team, room] = ['team', 'room'];
const beatMs = constants.presenceBeatSeconds * 1000;
const staleMs = constants.presenceStaleSeconds * 1000;

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

interface Tab {
  readonly client: EmbeddedClient;
  readonly held: HeldSlot;
}

function stage() {
  const cloud = new FakeCloud({ rules: { database } });
  ending.push(() => cloud.dispose());
  let tabs = 0;
  const signedIn = async () => {
    const client = connect(cloud);
    ending.push(() => client.dispose());
    const account = { email: 'ada@example.com', password: 'correct horse' };
    await client.auth.signIn({ kind: 'password', ...account }).catch(() => client.auth.createUser(account));
    const uid = client.auth.currentUser()?.uid ?? '';
    await cloud.server.realtime.update({
      [realtimePaths.accessRole(team, uid)]: 'responder',
      [realtimePaths.existingRoom(team, room)]: true,
    });
    await settle();
    return { client, uid };
  };
  const every = (ms: number, run: () => void) => {
    let cancel = () => {};
    const wait = () => (cancel = cloud.clock.setTimer(() => (wait(), run()), ms));
    wait();
    return () => cancel();
  };
  const clock = { now: () => cloud.clock.now(), every };
  const hold = (
    { client, uid }: { client: EmbeddedClient; uid: string },
    more: Partial<SlotPlace> = {},
  ): Tab => {
    const held = holdSlot(client.realtime, clock, {
      ...presencePlace(team, room, uid),
      connectionId: `tab-${tabs++}`,
      entry: () => presenceEntry(uid, 'looking'),
      ...more,
    });
    return { client, held };
  };
  const openTab = async (more: Partial<SlotPlace> = {}) => hold(await signedIn(), more);
  /** Entries by the end of their key, with who holds them. */
  const taken = async (path = realtimePaths.room(team, room)) => {
    await settle();
    const entries = Object.entries(((await cloud.server.realtime.get(path)) ?? {}) as Record<string, Json>);
    return Object.fromEntries(
      entries.map(([key, entry]) => [key.slice(-2), (entry as { connectionId: string }).connectionId]),
    );
  };
  return { cloud, signedIn, hold, openTab, taken };
}

test('tabs that open at the same time take different slots', async () => {
  const { signedIn, hold, taken } = stage();
  const clients = [await signedIn(), await signedIn(), await signedIn()];
  for (const client of clients) hold(client);
  const slots = await taken();
  expect(Object.keys(slots)).toEqual(['_0', '_1', '_2']);
  expect(Object.values(slots).toSorted()).toEqual(['tab-0', 'tab-1', 'tab-2']);
});

test('the ninth tab writes nothing until a slot is released', async () => {
  const { cloud, openTab, taken } = stage();
  const tabs: Tab[] = [];
  for (let count = 0; count < constants.presenceSlots; count++) {
    tabs.push(await openTab());
    await settle();
  }
  const ninth = await openTab();
  expect(Object.values(await taken())).not.toContain('tab-8');
  ninth.held.write();
  await cloud.advance(2 * beatMs);
  expect(Object.keys(await taken())).toHaveLength(constants.presenceSlots);
  tabs[3]?.held.end();
  expect(await taken()).not.toHaveProperty('_3');
  await cloud.advance(beatMs);
  expect(await taken()).toMatchObject({ _3: 'tab-8' });
});

test('a connection that drops releases the slot; after the reconnect the tab takes a free one', async () => {
  const { openTab, taken } = stage();
  const first = await openTab();
  await settle();
  first.client.control.setNetwork(false);
  expect(await taken()).toEqual({});
  await openTab();
  expect(await taken()).toEqual({ _0: 'tab-1' });
  first.client.control.setNetwork(true);
  expect(await taken()).toEqual({ _0: 'tab-1', _1: 'tab-0' });
});

test('a tab whose slot was taken over without a beat takes another slot', async () => {
  const { cloud, openTab, taken } = stage();
  const first = await openTab({ beatMs: 10 * staleMs });
  await settle();
  await cloud.advance(staleMs - 1);
  await openTab();
  expect(await taken()).toEqual({ _0: 'tab-0', _1: 'tab-1' });
  await cloud.advance(1);
  await openTab();
  expect(await taken()).toEqual({ _0: 'tab-2', _1: 'tab-1' });
  first.held.write();
  await settle();
  first.held.write();
  expect(await taken()).toEqual({ _0: 'tab-2', _1: 'tab-1', _2: 'tab-0' });
  await first.client.dispose();
  expect(await taken()).toEqual({ _0: 'tab-2', _1: 'tab-1' });
});

test('a tab that is closed while claiming a slot leaves nothing', async () => {
  const { cloud, openTab, taken } = stage();
  const tab = await openTab();
  tab.held.end();
  expect(await taken()).toEqual({});
  await cloud.advance(2 * beatMs);
  expect(await taken()).toEqual({});
});

test('a room that accepts no presence yet is entered at a later beat', async () => {
  const { cloud, openTab, taken } = stage();
  const late = realtimePaths.existingRoom(team, 'late');
  const tab = await openTab();
  tab.held.end();
  const uid = tab.client.auth.currentUser()?.uid ?? '';
  await openTab(presencePlace(team, 'late', uid));
  expect(await taken(realtimePaths.room(team, 'late'))).toEqual({});
  await cloud.server.realtime.update({ [late]: true });
  await cloud.advance(beatMs);
  expect(await taken(realtimePaths.room(team, 'late'))).toEqual({ _0: 'tab-1' });
});

test('a change during the claim is written after the claim', async () => {
  const { cloud, signedIn, hold } = stage();
  const who = await signedIn();
  await who.client.control.inject({ kind: 'latency', service: 'realtime', ms: 1000, times: 4 });
  let doing: 'looking' | 'typing' = 'looking';
  const { held } = hold(who, { entry: () => presenceEntry(who.uid, doing) });
  await cloud.advance(1500);
  doing = 'typing';
  held.write();
  await cloud.advance(8000);
  expect(await cloud.server.realtime.get(realtimePaths.presence(team, room, who.uid, 0))).toMatchObject({
    doing: 'typing',
  });
});

test('open applications of a person are limited to the same number of slots', async () => {
  const { cloud, signedIn, hold, taken } = stage();
  const clients: Awaited<ReturnType<typeof signedIn>>[] = [];
  for (let count = 0; count < constants.presenceSlots + 1; count++) clients.push(await signedIn());
  const entries = () => taken(realtimePaths.humans(team, clients[0]?.uid ?? ''));
  let full: Awaited<ReturnType<typeof taken>> = {};
  for (const who of clients) {
    full = await entries();
    hold(who, { ...humanPlace(team, who.uid), entry: () => ({ human: true }) });
    await settle();
  }
  expect(Object.keys(full)).toHaveLength(constants.presenceSlots);
  // The last one replaces none, though the others write no beats.
  await cloud.advance(2 * constants.presenceStaleSeconds * 1000);
  expect(await entries()).toEqual(full);
});
