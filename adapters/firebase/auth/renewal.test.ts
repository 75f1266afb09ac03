import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { IdToken } from '#ports/auth/auth.ts';
import { Renewal } from './renewal.ts';

const minute = 60_000;
const start = Date.UTC(2026, 10, 21);
const token = (issuedAt: number) => ({ issuedAt, expiresAt: issuedAt + 60 * minute }) as IdToken;

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

it('renews five minutes before expiry', async () => {
  const renew = vi.fn<() => Promise<void>>(() => Promise.resolve());
  new Renewal(renew).plan(token(start));
  await vi.advanceTimersByTimeAsync(55 * minute - 1000);
  expect(renew).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(renew).toHaveBeenCalledOnce();
});

it('renews a nearly expired token at once', async () => {
  const renew = vi.fn<() => Promise<void>>(() => Promise.resolve());
  new Renewal(renew).plan(token(start - 58 * minute), start + 2 * minute);
  await vi.advanceTimersByTimeAsync(0);
  expect(renew).toHaveBeenCalledOnce();
});

/** A server whose clock is so far behind this browser's, and a person signed in for three hours. */
async function renewals(skewMs: number, endsAt: (arrivedAt: number) => number | null) {
  const times: number[] = [];
  const signedInAt = Date.now();
  const arrive = () => renewal.plan(token(Date.now() - skewMs), endsAt(Date.now()));
  const renewal = new Renewal(async () => {
    times.push(Math.round((Date.now() - signedInAt) / minute));
    arrive();
  });
  arrive();
  await vi.advanceTimersByTimeAsync(180 * minute);
  renewal.stop();
  return times;
}

it.each([-600, -65, -55, -5, 0, 5, 55, 65, 600])(
  'renews three times in three hours when the clock is %i minutes ahead of the server',
  async (minutes) => {
    const hourly = [55, 110, 165];
    expect(await renewals(minutes * minute, (arrivedAt) => arrivedAt + 60 * minute)).toEqual(hourly);
    expect(await renewals(minutes * minute, () => null)).toEqual(hourly);
  },
);

it.each([-600, -60, 0, null])(
  'renews at most twice a minute when the stored expiry is %s minutes away',
  async (minutes) => {
    const times = await renewals(0, (arrivedAt) => (minutes === null ? null : arrivedAt + minutes * minute));
    expect(times.length).toBeLessThanOrEqual(361);
    expect(times.length).toBeGreaterThan(0);
  },
);

it('renews a stored token in time after the clock was set back', async () => {
  const renew = vi.fn<() => Promise<void>>(() => Promise.resolve());
  new Renewal(renew).plan(token(start), start + 300 * minute);
  await vi.advanceTimersByTimeAsync(56 * minute);
  expect(renew).toHaveBeenCalledOnce();
});

it('renews a token of two minutes after one minute', async () => {
  const renew = vi.fn<() => Promise<void>>(() => Promise.resolve());
  new Renewal(renew).plan({ ...token(start), expiresAt: start + 2 * minute });
  await vi.advanceTimersByTimeAsync(minute - 1);
  expect(renew).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(renew).toHaveBeenCalledOnce();
});

it('retries with growing pauses of up to 16 minutes', async () => {
  const times: number[] = [];
  const renew = () => {
    times.push((Date.now() - start) / 1000);
    return Promise.reject(new Error('offline'));
  };
  new Renewal(renew).plan(token(start - 60 * minute), start);
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(times).toEqual([0, 30, 90, 210, 450, 930, 1890, 2850]);
});

it('stops on request, also during a renewal', async () => {
  const renew = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('offline')));
  const renewal = new Renewal(renew);
  renewal.plan(token(start - 60 * minute), start);
  await vi.advanceTimersByTimeAsync(0);
  renewal.plan(null);
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(renew).toHaveBeenCalledOnce();
});
