import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { changeDelivery, type DeliveryCommand } from './delivery.ts';
import { deliveryStatuses, type Delivery, type DeliveryStatus } from './schema.ts';

const queued: Delivery = {
  id: 'd',
  teamId: 't',
  createdAt: 1,
  createdBy: 'system',
  revision: 1,
  pageId: 'p',
  userId: 'ada',
  deviceId: 'phone',
  status: 'queued',
  queuedAt: 1,
  acceptedAt: null,
  shownAt: null,
  openedAt: null,
  failedAt: null,
  failure: null,
};

const commandOf = (kind: DeliveryStatus): DeliveryCommand =>
  kind === 'failed' ? { kind, failure: 'Gone.' } : { kind };
const received = (state: Delivery, receipt: DeliveryStatus, now: number) =>
  changeDelivery(state, commandOf(receipt), { by: 'system', now }).state;

test('in any order and however often, deliveryStatuses only add up', () => {
  const rank = ['queued', 'failed', 'accepted', 'shown', 'opened'];
  assertProperty(
    fc.property(fc.array(fc.constantFrom(...deliveryStatuses)), (arriving) => {
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

test('a failure heard after proof that it was shown is no failure', () => {
  const shown = received(queued, 'shown', 10);
  expect(received(shown, 'failed', 11)).toBe(shown);
  expect(received(queued, 'failed', 11)).toMatchObject({
    status: 'failed',
    failedAt: 11,
    failure: 'Gone.',
  });
});
