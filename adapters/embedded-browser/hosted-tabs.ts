/** The connections of each tab, at the host's side. */
import type { Channel } from '#fakes/cloud/channel.ts';
import { onTabGone } from './tab-liveness.ts';

export interface HostedTabs {
  /** A connection of a tab, as the cloud may have it: it also ends when the tab does. */
  adopt(tabId: string, channel: Channel): Channel;
  /** The tab said goodbye, or was found to be gone. */
  gone(tabId: string): void;
}

export function createHostedTabs(watch: typeof onTabGone = onTabGone): HostedTabs {
  const tabs = new Map<string, Set<() => void>>();
  const gone = (tabId: string) => {
    const ends = tabs.get(tabId);
    tabs.delete(tabId);
    for (const end of ends ?? []) end();
  };
  return {
    adopt(tabId, channel) {
      let ends = tabs.get(tabId);
      if (!ends) {
        ends = new Set();
        tabs.set(tabId, ends);
        watch(tabId, () => gone(tabId));
      }
      const mine = ends;
      let closed: (() => void) | null = null;
      const end = () => {
        mine.delete(end);
        closed?.();
      };
      mine.add(end);
      channel.onClose(end);
      return {
        send: (message) => channel.send(message),
        onMessage: (receive) => channel.onMessage(receive),
        onClose(next) {
          closed = next;
        },
        close() {
          mine.delete(end);
          channel.close();
        },
      };
    },
    gone,
  };
}
