import { expect, test } from 'vitest';
import { createChannel } from '#fakes/cloud/channel.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { connect } from '#fakes/client/client.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { createClient } from '#fakes/client/client.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { createHostedTabs } from './hosted-tabs.ts';

test('a tab that crashes ends its connections, and its disconnect writes are applied', async () => {
  const cloud = new FakeCloud();
  const tabLocks = new Map<string, () => void>();
  const tabs = createHostedTabs((tabId, gone) => void tabLocks.set(tabId, gone));
  const open = (tabId: string) =>
    createClient({
      clientId: tabId,
      connect: () => {
        const [mine, theirs] = createChannel();
        cloud.accept(tabs.adopt(tabId, theirs));
        return mine;
      },
      clock: cloud.clock,
      random: seededRandom(tabId),
    });
  const doomed = open('doomed');
  const other = connect(cloud);
  await settle();
  await doomed.realtime.disconnects.at('presence/doomed').remove();
  await doomed.realtime.set('presence/doomed', 'here');
  expect((await other.realtime.get('presence/doomed')).value).toBe('here');

  tabLocks.get('doomed')?.();
  await settle();
  expect((await other.realtime.get('presence/doomed')).value).toBeNull();
  await other.dispose();
  await doomed.dispose();
  cloud.dispose();
});

test('the crash of one tab leaves other tabs connected', async () => {
  const tabLocks = new Map<string, () => void>();
  const tabs = createHostedTabs((tabId, gone) => void tabLocks.set(tabId, gone));
  const ended: string[] = [];
  for (const tabId of ['a', 'a', 'b']) {
    const [, theirs] = createChannel();
    tabs.adopt(tabId, theirs).onClose(() => ended.push(tabId));
  }
  tabLocks.get('a')?.();
  tabLocks.get('a')?.();
  expect(ended).toEqual(['a', 'a']);
  tabs.gone('b');
  expect(ended).toEqual(['a', 'a', 'b']);
});
