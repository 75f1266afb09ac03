/** Connections by tab, on the host's side. */
import type { Channel } from '#fakes/cloud/channel.ts';
import { onTabGone } from './tab-liveness.ts';

export interface HostedTabs {
  /** Wraps a connection of a tab so that it also closes with the tab. */
  adopt(tabId: string, channel: Channel): Channel;
  /** The tab has closed or crashed. */
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
