import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { recordReceipt } from './delivery.ts';
import { receipts, type Delivery } from './schema.ts';

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

test('in any order and however often, receipts only add up', () => {
  const rank = ['queued', 'failed', 'accepted', 'shown', 'opened'];
  assertProperty(
    fc.property(fc.array(fc.constantFrom(...receipts)), (arriving) => {
      let state = queued;
      for (const [index, receipt] of arriving.entries()) {
        const next = recordReceipt(state, receipt, 10 + index, 'Gone.');
        expect(rank.indexOf(next.status)).toBeGreaterThanOrEqual(rank.indexOf(state.status));
        expect(recordReceipt(next, receipt, 1_000, 'Gone.')).toBe(next);
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
  const shown = recordReceipt(queued, 'shown', 10);
  expect(recordReceipt(shown, 'failed', 11, 'Gone.')).toBe(shown);
  expect(recordReceipt(queued, 'failed', 11, 'Gone.')).toMatchObject({
    status: 'failed',
    failedAt: 11,
    failure: 'Gone.',
  });
});
