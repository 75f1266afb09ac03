import { expect, test } from 'vitest';
import { defaultSettings, resolveSettings } from './settings.ts';
import { type SettingName, unlimitedCache } from '#ports/defaults.ts';
import { documented } from './settings.fixture.ts';

const settings = Object.entries(documented) as [SettingName, (typeof documented)[SettingName]][];
const usual = Object.fromEntries(settings.map(([name, { usual: value }]) => [name, value]));

test('the defaults equal those of their sources, and no other setting exists', () => {
  expect(resolveSettings()).toEqual(usual);
  expect(defaultSettings).toEqual(usual);
});

test.each(settings)('%s: values within its bounds are accepted', (name, { least, most, usual: between }) => {
  for (const value of [least, most, between]) expect(resolveSettings({ [name]: value })[name]).toBe(value);
});

test.each(settings)('%s: values out of its bounds reject with out-of-range', (name, { least, most }) => {
  // Of integers beyond 2^53 not every one has a number.
  const above = most === Number.MAX_SAFE_INTEGER ? most * 2 : most + 1;
  for (const value of [least - 1, above, Number.NaN, Infinity, '5' as never]) {
    if (name === 'cacheBytes' && value === unlimitedCache) continue;
    expect(() => resolveSettings({ [name]: value })).toThrow(
      expect.objectContaining({ code: 'out-of-range', message: expect.stringContaining(`${name} must be`) }),
    );
  }
});

test('chosen settings override the defaults', () => {
  expect(resolveSettings({ callTimeoutMs: 5 })).toEqual({ ...usual, callTimeoutMs: 5 });
});

test('a cache without a limit is allowed', () => {
  expect(resolveSettings({ cacheBytes: unlimitedCache }).cacheBytes).toBe(-1);
});

test('an unknown setting throws a TypeError, also under a name of Object.prototype', () => {
  for (const name of ['callTimeout', 'toString'])
    expect(() => resolveSettings({ [name]: 1 })).toThrow(TypeError);
});
