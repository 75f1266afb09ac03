import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import {
  attemptsText,
  changeDelivery,
  type DeliveryCommand,
  plannedDelivery,
  recordFailedAttempt,
  recordReceipt,
  releaseDelivery,
} from './delivery.ts';
import type { Delivery } from './schema.ts';

const queued: Delivery = {
  id: 'd',
  teamId: 't',
  createdAt: 1,
  createdBy: 'system',
  revision: 1,
  pageId: 'p',
  userId: 'ada',
  to: { channel: 'push', target: 'phone' },
  status: 'queued',
  queuedAt: 1,
  acceptedAt: null,
  shownAt: null,
  openedAt: null,
  failedAt: null,
  failure: null,
};

const receipts = ['queued', 'accepted', 'shown', 'opened', 'failed'] as const;
type Receipt = (typeof receipts)[number];
const commandOf = (kind: Receipt): DeliveryCommand =>
  kind === 'failed' ? { kind, failure: 'Gone.' } : { kind };
const received = (state: Delivery, receipt: Receipt, now: number) =>
  changeDelivery(state, commandOf(receipt), { by: 'system', now }).state;

test('receipts in any order and number only advance the delivery', () => {
  const rank = ['queued', 'failed', 'accepted', 'shown', 'opened'];
  assertProperty(
    fc.property(fc.array(fc.constantFrom(...receipts)), (arriving) => {
      let state = queued;
      for (const [index, receipt] of arriving.entries()) {
        const next = received(state, receipt, 10 + index);
        expect(rank.indexOf(next.status)).toBeGreaterThanOrEqual(rank.indexOf(state.status));
        expect(received(next, receipt, 1_000)).toBe(next);
        const first = arriving.indexOf(receipt);
        const kept = receipt === 'queued' ? 1 : 10 + first;
        expect(receipt === 'failed' ? kept : next[`${receipt}At`]).toBe(kept);
        state = next;
      }
      const best = Math.max(0, ...arriving.map((receipt) => rank.indexOf(receipt)));
      expect(state.status).toBe(rank[best]);
    }),
  );
});

test('a failure received after proof of display is ignored', () => {
  const shown = received(queued, 'shown', 10);
  expect(received(shown, 'failed', 11)).toBe(shown);
  expect(received(queued, 'failed', 11)).toMatchObject({
    status: 'failed',
    failedAt: 11,
    failure: 'Gone.',
  });
});

test('the first receipt of a push is kept although an open tab has shown the page before', () => {
  const receipt = (state: Delivery, way: 'page' | 'push', now: number) =>
    recordReceipt(state, { receipt: 'shown', way }, { by: 'ada', now }).state;
  const open = receipt(queued, 'page', 10);
  expect(open).toMatchObject({ status: 'shown', shownAt: 10 });
  expect(open.pushShownAt ?? null).toBeNull();
  expect(receipt(open, 'page', 11)).toBe(open);
  const pushed = receipt(open, 'push', 12);
  expect(pushed).toEqual({ ...open, pushShownAt: 12, revision: open.revision + 1 });
  expect(receipt(pushed, 'push', 13)).toBe(pushed);
  expect(receipt(queued, 'push', 14)).toMatchObject({ status: 'shown', shownAt: 14, pushShownAt: 14 });
});

const asking = {
  status: 'notifying' as const,
  waitingFor: ['ada'],
  acknowledgements: [],
  notified: [{ userId: 'ada', times: 1, firstAt: 1, lastAt: 1 }],
};
const waiting: Delivery = { ...queued, status: 'waiting', dueAt: 50, held: 'delay' };
const released = (delivery: Delivery, page: Parameters<typeof releaseDelivery>[1], now: number) =>
  releaseDelivery(delivery, page, { by: 'system', now }).state;

test('a due notification is sent once, and not earlier', () => {
  expect(released(waiting, asking, 49)).toBe(waiting);
  const sent = released(waiting, asking, 50);
  expect(sent).toMatchObject({ status: 'queued', queuedAt: 50 });
  expect(released(sent, asking, 51)).toBe(sent);
  const shown = received(waiting, 'shown', 20);
  expect(released(shown, asking, 50)).toBe(shown);
});

test.each([
  ['moved on', { ...asking, waitingFor: ['bo'] }],
  ['was acknowledged', { ...asking, status: 'acknowledged' as const, waitingFor: [] }],
  ['ended', { ...asking, status: 'cancelled' as const, waitingFor: [] }],
  ['has the answer of its person', { ...asking, acknowledgements: [{ userId: 'ada', acknowledgedAt: 9 }] }],
  ['asks them anew', { ...asking, notified: [{ userId: 'ada', times: 2, firstAt: 1, lastAt: 40 }] }],
])('a waiting notification is dropped when its page %s', (_, page) => {
  expect(released(waiting, page, 50)).toMatchObject({ status: 'dropped', failure: expect.any(String) });
});

test('a delivery beyond the time of its step stays on record with the reason', () => {
  const span = { now: 0, expiresAt: 100 };
  expect(plannedDelivery({ dueAt: 0, held: null }, span)).toMatchObject({ status: 'queued', held: null });
  expect(plannedDelivery({ dueAt: 99, held: 'delay' }, span)).toMatchObject({ status: 'waiting', dueAt: 99 });
  for (const dueAt of [100, null])
    expect(plannedDelivery({ dueAt, held: 'quiet-hours' }, span)).toMatchObject({
      status: 'dropped',
      held: 'quiet-hours',
      failure: 'Held back by quiet hours.',
    });
  expect(plannedDelivery({ dueAt: 0, held: null }, { now: 100, expiresAt: 100 })).toMatchObject({
    status: 'failed',
    failedAt: 100,
  });
});

test('a queued delivery has the number of failed attempts, the reason and the time of the next', () => {
  const at = (now: number) => ({ by: 'system', now });
  const once = recordFailedAttempt(queued, 'no such host', at(1)).state;
  const twice = recordFailedAttempt(once, 'no such host', at(100_000)).state;
  expect(once).toMatchObject({ status: 'queued', failedAttempts: 1, nextAttemptAt: 90_001 });
  expect(twice).toMatchObject({ status: 'queued', failedAttempts: 2, nextAttemptAt: 160_000 });
  expect(attemptsText(queued)).toBeNull();
  expect(attemptsText(once)).toBe('Could not be sent, tried once: no such host');
  expect(attemptsText(twice)).toBe('Could not be sent, tried 2 times: no such host');
  const sent = received(twice, 'accepted', 120_000);
  expect(sent).toMatchObject({ status: 'accepted', failure: null, nextAttemptAt: null });
  expect(attemptsText(sent)).toBeNull();
  expect(recordFailedAttempt(sent, 'late', at(130_000)).state).toBe(sent);
});
