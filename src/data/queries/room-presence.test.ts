import { expect, test } from 'vitest';
import { constants } from '#domain/constants.ts';
import type { ChildEvent } from '#ports/realtime/realtime.ts';
import { type Present, RoomPresence } from './room-presence.ts';

const staleMs = constants.presenceStaleSeconds * 1000;

function room(readerId = 'ada') {
  let now = 0;
  let parsed = 0;
  const told: (readonly Present[])[] = [];
  const presence = new RoomPresence({ readerId, now: () => now, changed: (people) => told.push(people) });
  const event = (type: ChildEvent['type'], userId: string, doing = 'looking', slot = 0): ChildEvent => ({
    type,
    child: {
      key: `${userId}_${slot}`,
      // Its reading is counted.
      value: Object.defineProperty({ connectionId: 'c', doing, seenAt: now }, 'userId', {
        enumerable: true,
        get: () => {
          parsed++;
          return userId;
        },
      }) as ChildEvent['child']['value'],
      priority: null,
    },
    previousKey: null,
  });
  return {
    told,
    presence,
    event,
    parsed: () => parsed,
    async wait(ms = 0) {
      now += ms;
      presence.expire();
      await Promise.resolve();
    },
  };
}

test.each([50, 200])('a beat of one of %i people reads one entry and reports no change', async (count) => {
  const { presence, event, parsed, told, wait } = room();
  const people = Array.from({ length: count }, (_, at) => `person${at}`);
  for (const userId of people) presence.apply(event('added', userId));
  await wait();
  expect(told).toHaveLength(1);
  expect(told[0]).toHaveLength(count);
  const perEntry = parsed() / count;
  for (const userId of people) presence.apply(event('changed', userId));
  await wait();
  expect(parsed() / count).toBe(2 * perEntry);
  expect(told).toHaveLength(1);
});

test('a person is typing while one of their tabs is, and present until the last tab is gone', async () => {
  const { presence, event, told, wait } = room();
  presence.apply(event('added', 'lin', 'looking', 0));
  presence.apply(event('added', 'lin', 'typing', 1));
  await wait();
  presence.apply(event('changed', 'lin', 'looking', 1));
  await wait();
  presence.apply(event('removed', 'lin', 'looking', 0));
  await wait();
  presence.apply(event('removed', 'lin', 'looking', 1));
  await wait();
  expect(told).toEqual([[{ userId: 'lin', doing: 'typing' }], [{ userId: 'lin', doing: 'looking' }], []]);
});

test('presence without beats ends after a while, except for the reader’s', async () => {
  const { presence, event, told, wait } = room('ada');
  presence.apply(event('added', 'ada'));
  presence.apply(event('added', 'lin'));
  await wait(staleMs - 1);
  expect(told).toHaveLength(1);
  await wait(1);
  expect(told.at(-1)).toEqual([{ userId: 'ada', doing: 'looking' }]);
  presence.apply(event('changed', 'lin'));
  await wait();
  expect(told.at(-1)).toHaveLength(2);
});

test('an unreadable entry counts as no person', async () => {
  const { presence, event, told, wait } = room();
  presence.apply(event('added', 'lin'));
  await wait();
  presence.apply({ ...event('changed', 'lin'), child: { key: 'lin_0', value: 7, priority: null } });
  await wait();
  expect(told.at(-1)).toEqual([]);
});

test('presence is not reported after the room is closed', async () => {
  const { presence, event, told, wait } = room();
  presence.apply(event('added', 'lin'));
  presence.close();
  await wait();
  expect(told).toEqual([]);
});
