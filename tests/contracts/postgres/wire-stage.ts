/** Browsers over connections to servers in this process, for stages of the provider: their work under way is known. */
import { openWire } from '#adapters/postgres/client/socket-wire.ts';
import type { Wire, WireOptions } from '#adapters/postgres/client/wire.ts';
import { channelPair } from '#adapters/postgres/wire/channel.ts';
import type { WireService } from '#adapters/postgres/wire/peer.ts';
import type { WireServer } from '#adapters/postgres/wire/wire-server.ts';
import type { WorkUnderWay } from '#contracts/work-under-way.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import type { BrowserStore, KeyValueStore, TabStores } from '#provider-kit/tab-store.ts';

/** A service whose calls are counted while they are under way. */
export function countedService(service: WireService, work: WorkUnderWay): WireService {
  const calls = Object.entries(service.calls ?? {}).map(
    ([name, call]) =>
      [name, (...given: Parameters<typeof call>) => work.during(() => call(...given))] as const,
  );
  return { ...service, calls: Object.fromEntries(calls) };
}

/** Connection of one browser to a server. */
export const wireTo = (server: () => WireServer, options: Omit<WireOptions, 'connect'>): Wire =>
  openWire({
    ...options,
    connect() {
      const [browser, end] = channelPair();
      server().accept(end);
      return browser;
    },
  });

/** Stores of a tab that outlast its page. */
export interface TabShelf {
  readonly browser: BrowserStore;
  readonly session: KeyValueStore;
}

export const newTabShelf = (browser: BrowserStore = memoryStore()): TabShelf => ({
  browser,
  session: memoryStore(),
});

export const openTabStores = ({ browser, session }: TabShelf): TabStores => ({
  local: browser.openTab(),
  session,
});
