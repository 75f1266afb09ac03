import { expect, test } from 'vitest';
import { bounds, defaultSettings, resolveSettings, type Setting, unlimitedCache } from './defaults.ts';

test('the defaults are those of the platform specification', () => {
  expect(resolveSettings()).toMatchObject({
    cacheBytes: 41_943_040,
    callTimeoutMs: 70_000,
    transactionAttempts: 5,
    registrationRefreshMs: 7 * 24 * 3600 * 1000,
    passwordMinLength: 6,
  });
  expect(bounds.cacheBytes.min).toBe(1_048_576);
  expect([bounds.longPollingTimeoutMs.min, bounds.longPollingTimeoutMs.max]).toEqual([5000, 30_000]);
});

test.each(Object.keys(bounds) as Setting[])('%s: its default and its bounds are accepted', (name) => {
  const { min, max, default: usual } = bounds[name];
  for (const value of [min, max, usual]) expect(resolveSettings({ [name]: value })[name]).toBe(value);
});

test.each(Object.keys(bounds) as Setting[])('%s: beyond its bounds is out of range, and says so', (name) => {
  const { min, max } = bounds[name];
  for (const value of [min - 1, max * 2, Number.NaN, Infinity, '5' as never]) {
    if (name === 'cacheBytes' && value === unlimitedCache) continue;
    expect(() => resolveSettings({ [name]: value })).toThrow(
      expect.objectContaining({ code: 'out-of-range', message: expect.stringContaining(`${name} must be`) }),
    );
  }
});

test('what is chosen is laid over the defaults', () => {
  expect(resolveSettings({ callTimeoutMs: 5 })).toEqual({ ...defaultSettings, callTimeoutMs: 5 });
});

test('a cache without a limit is allowed', () => {
  expect(resolveSettings({ cacheBytes: unlimitedCache }).cacheBytes).toBe(-1);
});

test('a setting that does not exist is a TypeError, even under a name objects have', () => {
  for (const name of ['callTimeout', 'toString'])
    expect(() => resolveSettings({ [name]: 1 })).toThrow(TypeError);
});
