import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { IdToken } from '#ports/auth/auth.ts';
import { Renewal } from './renewal.ts';

const minute = 60_000;
const start = Date.UTC(2026, 10, 21);
const token = (issuedAt: number) => ({ issuedAt, expiresAt: issuedAt + 60 * minute }) as IdToken;

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

it('renews five minutes early', async () => {
  const renew = vi.fn<() => Promise<void>>(() => Promise.resolve());
  new Renewal(renew).plan(token(start));
  await vi.advanceTimersByTimeAsync(55 * minute - 1000);
  expect(renew).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(renew).toHaveBeenCalledOnce();
});

it('renews at once what is nearly too old', async () => {
  const renew = vi.fn<() => Promise<void>>(() => Promise.resolve());
  new Renewal(renew).plan(token(start - 58 * minute));
  await vi.advanceTimersByTimeAsync(0);
  expect(renew).toHaveBeenCalledOnce();
});

it('tries again after ever longer pauses, up to 16 minutes', async () => {
  const times: number[] = [];
  const renew = () => {
    times.push((Date.now() - start) / 1000);
    return Promise.reject(new Error('offline'));
  };
  new Renewal(renew).plan(token(start - 60 * minute));
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(times).toEqual([0, 30, 90, 210, 450, 930, 1890, 2850]);
});

it('stops when told, even while it is renewing', async () => {
  const renew = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('offline')));
  const renewal = new Renewal(renew);
  renewal.plan(token(start - 60 * minute));
  await vi.advanceTimersByTimeAsync(0);
  renewal.plan(null);
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(renew).toHaveBeenCalledOnce();
});
