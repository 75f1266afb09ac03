import { expect, test } from 'vitest';
import { day } from '../constants.ts';
import type { ChannelTarget } from '../channel/schema.ts';
import type { ChannelWay } from '../channel/way.ts';
import { lossOf } from './last-way.ts';

const now = 100 * day;
const to = (channel: ChannelTarget['channel']): ChannelTarget => ({ channel, target: 'a' });
const way = (channel: ChannelTarget['channel'], more: Partial<ChannelWay> = {}): ChannelWay => ({
  ...{ to: to(channel), kind: 'mail', label: channel, through: channel },
  ...{ takesMessages: true, lastShownAt: now },
  ...more,
});
const [push, mail, webhook] = [way('push'), way('mail'), way('webhook')];
const off = { takesMessages: false };

test.each(['push', 'mail', 'webhook'] as const)(
  'the only way is the last way, for a loss by %s too',
  (channel) => {
    expect(lossOf([way(channel)], to(channel), now)).toBe('last');
    expect(
      lossOf([way(channel), { ...way('mail', off), to: { channel, target: 'b' } }], to(channel), now),
    ).toBe('last');
  },
);

test('the only proved way is the last proved way', () => {
  const untested = { lastShownAt: null };
  expect(lossOf([push, way('mail', untested)], to('push'), now)).toBe('last-proved');
  expect(lossOf([push, way('webhook', { closedShownAt: null })], to('push'), now)).toBe('last-proved');
  expect(lossOf([way('push', untested), way('mail', untested)], to('push'), now)).toBeNull();
});

test('no loss follows with another proved way left, or for a way that takes no messages', () => {
  expect(lossOf([push, mail, webhook], to('mail'), now)).toBeNull();
  expect(lossOf([way('push', off)], to('push'), now)).toBeNull();
  expect(lossOf([push], to('webhook'), now)).toBeNull();
  expect(lossOf([push], undefined, now)).toBeNull();
});
