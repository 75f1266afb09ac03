/** Refusals by rules: with a code, rolled back at the client, and reported when access ends later. */
import { expect } from 'vitest';
import type { CompleteBackend } from '#ports/complete.ts';
import { type ChildEvent, incrementBy, type RealtimeSnapshot, serverTime } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';
import { needing, recorder, rejection, type Scenario } from '../harness.ts';

const denied = { code: 'permission-denied', retryable: false };
const plusOne = (now: Json) => (typeof now === 'number' ? now : 0) + 1;
const uidOf = ({ auth }: CompleteBackend) => auth.currentUser()?.uid ?? '';

export function rulesScenarios(scenario: Scenario): void {
  const ruled = needing(scenario, ['realtime.rules']);

  ruled(
    'allowed reads are answered, and others reject with permission-denied',
    { needs: ['realtime.lists'] },
    async (scene) => {
      const { realtime } = await scene.member();
      await scene.server.realtime.update({ open: 1, secret: 2 });
      expect((await realtime.get('open')).value).toBe(1);
      expect(await rejection(realtime.get('secret'))).toMatchObject(denied);
      expect(await rejection(realtime.get(''))).toMatchObject(denied);
      expect(await rejection(realtime.get('unheard/of'))).toMatchObject(denied);
      const seen = recorder<RealtimeSnapshot>();
      const children = recorder<ChildEvent>();
      realtime.watch('secret', seen);
      scene.closing(realtime.lists.watchChildren('secret/below', children));
      await scene.settle();
      expect([seen.errors, children.errors]).toMatchObject([[denied], [denied]]);
      expect([seen.values, children.values]).toEqual([[], []]);
    },
  );

  ruled('a denied listener does not end other listeners', async (scene) => {
    const { realtime } = await scene.member();
    await scene.server.realtime.update({ 'open/a': 1 });
    const [refused, fine] = [recorder<RealtimeSnapshot>(), recorder<RealtimeSnapshot>()];
    scene.closing(realtime.watch('open', fine));
    realtime.watch('', refused);
    await scene.settle();
    await scene.server.realtime.update({ 'open/a': 2 });
    await scene.settle();
    expect(refused.errors).toMatchObject([denied]);
    expect(fine.values.map(({ value }) => value)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  ruled(
    'a denied write shows locally, is rolled back and does not affect later writes',
    { needs: ['realtime.lists', 'realtime.priorities'] },
    async (scene) => {
      const client = await scene.member();
      const { realtime } = client;
      const place = `mine/${uidOf(client)}`;
      const room = 'rooms/red';
      await scene.server.realtime.update({ [`members/red/${uidOf(client)}`]: 'reader', room: null });
      await scene.server.realtime.update({ [room]: { text: 'old' } });
      const seen = recorder<RealtimeSnapshot>();
      const children = recorder<ChildEvent>();
      scene.closing(realtime.watch(room, seen));
      scene.closing(realtime.lists.watchChildren(room, children));
      await scene.settle();
      const refused = rejection(realtime.set(`${room}/text`, 'new'));
      const stands = realtime.set(place, 1);
      expect(await refused).toMatchObject(denied);
      await stands;
      await scene.settle();
      expect(seen.values.map(({ value }) => value)).toEqual([
        { text: 'old' },
        { text: 'new' },
        { text: 'old' },
      ]);
      expect(children.values.map(({ type, child }) => [type, child.value])).toEqual([
        ['added', 'old'],
        ['changed', 'new'],
        ['changed', 'old'],
      ]);
      for (const write of [
        () => realtime.update(room, { text: 'x' }),
        () => realtime.remove(room),
        () => realtime.priorities.set(room, 1),
        () => realtime.update('', { [place]: 2, 'secret/a': 1 }),
      ])
        expect(await rejection(write())).toMatchObject(denied);
      expect((await realtime.get(place)).value).toBe(1);
      expect(await scene.server.realtime.get(room)).toEqual({ text: 'old' });
    },
  );

  ruled('rules see the resolved serverTime and incrementBy', async (scene) => {
    const client = await scene.member();
    const { realtime } = client;
    await scene.server.realtime.update({ [`members/red/${uidOf(client)}`]: 'writer' });
    await realtime.set('rooms/red', { at: serverTime(), count: incrementBy(3) });
    expect(await rejection(realtime.set('rooms/red/at', 1))).toMatchObject(denied);
    expect(await rejection(realtime.set('rooms/red/count', incrementBy(1)))).toMatchObject(denied);
    expect(await scene.server.realtime.get('rooms/red/count')).toBe(3);
  });

  ruled(
    'a denied transaction rejects and is rolled back',
    { needs: ['realtime.transactions'] },
    async (scene) => {
      const client = await scene.member();
      const { realtime } = client;
      await scene.server.realtime.update({
        [`members/red/${uidOf(client)}`]: 'reader',
        'rooms/red/count': 1,
      });
      const seen = recorder<RealtimeSnapshot>();
      scene.closing(realtime.watch('rooms/red/count', seen));
      await scene.settle();
      expect(await rejection(realtime.transactions.run('rooms/red/count', plusOne))).toMatchObject(denied);
      await scene.settle();
      expect(seen.values.map(({ value }) => value)).toEqual([1, 2, 1]);
      await scene.server.realtime.update({ [`members/red/${uidOf(client)}`]: 'writer' });
      expect(await realtime.transactions.run('rooms/red/count', plusOne)).toMatchObject({ committed: true });
    },
  );

  ruled(
    'listeners are authorized again on sign-in and sign-out, and a denied one ends with an error',
    async (scene) => {
      const client = await scene.member();
      const { realtime, auth } = client;
      const place = `mine/${uidOf(client)}`;
      await realtime.set(place, 1);
      const [mine, open] = [recorder<RealtimeSnapshot>(), recorder<RealtimeSnapshot>()];
      realtime.watch(place, mine);
      scene.closing(realtime.watch('open', open));
      await scene.settle();
      await auth.signOut();
      await scene.settle();
      await scene.server.realtime.update({ [place]: 2, open: 3 });
      await scene.settle();
      expect(mine.values.map(({ value }) => value)).toEqual([1]);
      expect(mine.errors).toMatchObject([denied]);
      expect(open.values.map(({ value }) => value)).toEqual([null, 3]);
      expect(await rejection(realtime.set(place, 4))).toMatchObject(denied);
    },
  );

  ruled(
    'a listener ends before further events when data that its rules read no longer allows it',
    async (scene) => {
      const client = await scene.member();
      const { realtime } = client;
      const access = `members/red/${uidOf(client)}`;
      await scene.server.realtime.update({ [access]: 'reader', 'rooms/red/text': 'for members' });
      const seen = recorder<RealtimeSnapshot>();
      realtime.watch('rooms/red', seen);
      await scene.settle();
      await scene.server.realtime.update({ [access]: 'writer' });
      await scene.server.realtime.update({ [access]: null, 'rooms/red/text': 'for the others' });
      await scene.settle();
      expect(seen.values.map(({ value }) => value)).toEqual([{ text: 'for members' }]);
      expect(seen.errors).toMatchObject([denied]);
      await scene.server.realtime.update({ [access]: 'reader' });
      const again = recorder<RealtimeSnapshot>();
      scene.closing(realtime.watch('rooms/red', again));
      await scene.settle();
      expect(again.last().value).toEqual({ text: 'for the others' });
    },
  );

  ruled('a client that reconnects with an expired token keeps its listeners and writes', async (scene) => {
    const client = await scene.member();
    const { realtime } = client;
    const place = `mine/${uidOf(client)}`;
    const seen = recorder<RealtimeSnapshot>();
    scene.closing(realtime.watch(place, seen));
    await scene.settle();
    await scene.setNetwork(client, false);
    const write = realtime.set(place, 1);
    await scene.advance(2 * 60 * 60_000);
    await scene.setNetwork(client, true);
    await scene.advance(10_000);
    await write;
    await scene.server.realtime.update({ [place]: 2 });
    await scene.settle();
    expect(seen.values.map(({ value }) => value)).toEqual([null, 1, 2]);
    expect(seen.errors).toEqual([]);
  });

  ruled('a read is answered only for the query that its rule requires', async (scene) => {
    const client = await scene.member();
    const uid = uidOf(client);
    const { realtime } = client;
    await scene.server.realtime.update({ notes: { a: { owner: uid }, b: { owner: 'somebody' } } });
    const asked = {
      path: 'notes',
      orderBy: { child: 'owner' },
      equalTo: { value: uid },
      limitToFirst: 10,
    } as const;
    const seen = recorder<RealtimeSnapshot>();
    scene.closing(realtime.watch(asked, seen));
    await scene.settle();
    expect(seen.last().value).toEqual({ a: { owner: uid } });
    for (const wrong of [
      { path: 'notes' },
      { ...asked, limitToFirst: 11 },
      { ...asked, equalTo: { value: 'somebody' } },
      { path: 'notes', orderBy: 'key', equalTo: { value: uid }, limitToFirst: 10 } as const,
    ])
      expect(await rejection(realtime.get(wrong))).toMatchObject(denied);
  });

  ruled('a read ordered without an index rejects with the index to add', async (scene) => {
    const { realtime } = await scene.member();
    expect(
      await rejection(realtime.get({ path: 'open', orderBy: { child: 'n' }, limitToFirst: 1 })),
    ).toMatchObject({
      code: 'failed-precondition',
      message: expect.stringMatching(/"\.indexOn": "n".*\/open/),
    });
    expect((await realtime.get({ path: 'open', orderBy: 'key', limitToFirst: 1 })).value).toBeNull();
  });

  ruled(
    'a disconnect write is authorized when it is registered and when it is applied',
    { needs: ['realtime.disconnects'] },
    async (scene) => {
      const [ada, ben] = [await scene.member(), await scene.member()];
      const access = `members/red/${uidOf(ada)}`;
      await scene.server.realtime.update({ [access]: 'writer' });
      expect(await rejection(ada.realtime.disconnects.at('secret').set(1))).toMatchObject(denied);
      expect(await rejection(ada.realtime.disconnects.at('').update({ open: 1, secret: 1 }))).toMatchObject(
        denied,
      );
      await ada.realtime.disconnects.at('rooms/red/text').set('gone');
      await ada.realtime.disconnects.at('open/ada').set('gone');
      await ben.realtime.disconnects.at('open/ben').set('gone');
      await scene.server.realtime.update({ [access]: 'reader' });
      await scene.kill(ada);
      await scene.kill(ben);
      await scene.settle();
      expect(await scene.server.realtime.get('rooms')).toBeNull();
      expect(await scene.server.realtime.get('open')).toEqual({ ada: 'gone', ben: 'gone' });
    },
  );
}
