/** Children with what happens to each: by the backend's lists, and found by comparing values where it has none. */
import { onTestFinished, expect, it } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { PortError } from '#ports/errors.ts';
import type { RealtimeValue } from '#ports/realtime/realtime.ts';
import { watchChildren } from './watch-children.ts';

/** Children before an update, and the update. */
type Change = readonly [what: string, before: RealtimeValue, after: Readonly<Record<string, RealtimeValue>>];

const changes: readonly Change[] = [
  ['nothing at first', null, { 'people/ada': { at: 1 } }],
  ['those that are there', { ada: { at: 1 }, ben: { at: 2 } }, { other: true }],
  ['one more', { ada: 1 }, { 'people/ben': 2 }],
  ['one less', { ada: 1, ben: 2 }, { 'people/ada': null }],
  ['a change within a child', { ada: { at: 1, typing: true } }, { 'people/ada/typing': false }],
  ['a child that is written as it was', { ada: { at: 1 } }, { 'people/ada/at': 1 }],
  ['all at one moment', { ada: 1, ben: 2, cem: 3 }, { 'people/ada': null, 'people/dan': 4, 'people/cem': 5 }],
  ['the end of all', { ada: 1, ben: 2 }, { people: null }],
];

async function eventsOf(lists: boolean, [, before, after]: Change): Promise<readonly unknown[]> {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  onTestFinished(() => client.dispose());
  await cloud.server.realtime.update({ people: before });
  const realtime = lists ? client.realtime : { ...client.realtime, lists: null };
  const events: unknown[] = [];
  const stop = watchChildren(realtime, 'people', {
    next: ({ type, child }) => void events.push([type, child.key, type === 'removed' || child.value]),
    error: () => events.push('error'),
  });
  await settle();
  await cloud.server.realtime.update(after);
  await settle();
  stop();
  await cloud.server.realtime.update({ 'people/late': 1 });
  await settle();
  return events;
}

it.each(changes)('the events are the same with lists and without: %s', async (...change) => {
  const events = await eventsOf(true, change);
  expect(await eventsOf(false, change)).toEqual(events);
});

it.each([true, false])('the reason of the end is the same with lists (%s) and without', async (lists) => {
  const client = connect(new FakeCloud());
  await client.dispose();
  const realtime = lists ? client.realtime : { ...client.realtime, lists: null };
  const errors: PortError[] = [];
  watchChildren(realtime, 'people', { next: () => {}, error: (error) => void errors.push(error) });
  await settle();
  expect(errors).toMatchObject([{ code: 'failed-precondition' }]);
});
