import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { hour, limits, minute } from '../constants.ts';
import { type PushOutages, pushOutagesSchema } from './schema.ts';
import { currentOutages, isNewFailure, recordPushFailure, recordPushSuccess } from './transitions.ts';

const now = 1_000 * hour;
const failed = (before: PushOutages | null, userId: string, at: number, host = 'push.example') =>
  recordPushFailure(before, { teamId: 't', host, userId }, { by: 'system', now: at }).state;
const through = (before: PushOutages, host: string) =>
  recordPushSuccess(before, host, { by: 'system', now }).state;

test('an outage has its beginning and the affected people of a push service; a repeated failure changes nothing', () => {
  const first = failed(null, 'ada', now);
  expect(first).toMatchObject({
    id: 't',
    outages: [{ host: 'push.example', sinceAt: now, lastFailedAt: now, userIds: ['ada'] }],
  });
  expect(isNewFailure(first, { teamId: 't', host: 'push.example', userId: 'ada' }, now + minute)).toBe(false);
  expect(failed(first, 'ada', now + minute)).toBe(first);
  const second = failed(first, 'ben', now + minute);
  expect(second.outages).toMatchObject([{ sinceAt: now, userIds: ['ada', 'ben'] }]);
  expect(failed(second, 'ada', now + hour).outages).toMatchObject([
    { sinceAt: now, lastFailedAt: now + hour },
  ]);
});

test('an outage ends only with a push that gets through', () => {
  const both = failed(failed(null, 'ada', now), 'ada', now + 1, 'other.example');
  expect(through(both, 'third.example')).toBe(both);
  expect(through(both, 'push.example').outages.map(({ host }) => host)).toEqual(['other.example']);
});

test('an outage is forgotten a day after its last failure, and the next failure begins another', () => {
  const first = failed(null, 'ada', now);
  expect(currentOutages(first, now + 24 * hour - 1)).toHaveLength(1);
  expect(currentOutages(first, now + 24 * hour)).toEqual([]);
  expect(failed(first, 'ben', now + 24 * hour).outages).toMatchObject([
    { sinceAt: now + 24 * hour, userIds: ['ben'] },
  ]);
});

test('the outage document stays within its limits and contains the newest failure, for any failures', () => {
  const step = fc.record({ host: fc.nat(30), user: fc.nat(300), afterMs: fc.nat(20 * minute) });
  assertProperty(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      let state: PushOutages | null = null;
      let at = now;
      for (const { host, user, afterMs } of steps) {
        at += afterMs;
        state = failed(state, `user-${user}`, at, `host-${host}`);
        expect(state.outages.length).toBeLessThanOrEqual(limits.pushOutages);
        const found = state.outages.find((one) => one.host === `host-${host}`);
        expect(found?.userIds.length).toBeLessThanOrEqual(limits.pushOutagePeople);
      }
      expect(state === null || v.is(pushOutagesSchema, state)).toBe(true);
    }),
  );
});
