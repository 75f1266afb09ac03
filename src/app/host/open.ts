/** This tab's client of the server that gave the page: `npm run host`. */
import { notificationPermission } from '#adapters/browser/notification-permission.ts';
import {
  isPageVisible,
  onPushClick,
  onPushSubscription,
  showPush,
  subscribeToPush,
} from '#adapters/browser/page-push.ts';
import { passkeyBrowser } from '#adapters/postgres/client/auth/passkey-browser.ts';
import { onTiming } from '#adapters/browser/timings.ts';
import { onSignInTicket, openSignInWindow, takeSignInTicket } from '#adapters/browser/social-window.ts';
import { localStore, tabName, tabStore } from '#adapters/embedded-browser/stores.ts';
import { tabClock } from '#adapters/embedded-browser/system-clock.ts';
import { postgresClient } from '#adapters/postgres/client/backend.ts';
import { browserChannel } from '#adapters/postgres/client/socket.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { offeredProviders } from './offered-providers.ts';
import type { Opened, ProviderOptions } from '../provider-options.ts';

export async function openHostProvider({ storage }: ProviderOptions): Promise<Opened> {
  const tab = tabName();
  const clientId = crypto.randomUUID();
  const permission = notificationPermission();
  const address = `${location.origin.replace(/^http/u, 'ws')}/host/channel`;
  const { backend, setNetwork } = postgresClient({
    connect: () => browserChannel(new WebSocket(address)),
    files: {
      address: `${location.origin}/host/files/`,
      fetch: (address, request) => fetch(address, request),
    },
    clientId,
    clock: tabClock,
    random: seededRandom(clientId),
    stores: { local: await localStore('muster-host'), session: tabStore() },
    storage: {
      failed: (failure) => storage.failed(failure),
      changed: (state) => storage.changed(state),
    },
    push: {
      visible: isPageVisible,
      permission: permission.current,
      requestPermission: permission.request,
      onPermission: (next) => permission.onChange(() => next(permission.current())),
      showNotification: (message) => showPush(message, tab),
      subscribe: subscribeToPush,
      onSubscriptionChange: onPushSubscription,
      onNotificationClick: (next) => onPushClick(next, tab),
    },
    social: socialBrowser(),
    passkeys: passkeyBrowser(),
    onTiming,
    report: (error) => console.error(error),
  });
  // Browsers know at once that there is no network, and when it is back.
  addEventListener(
    'offline',
    guardListener(() => setNetwork(false)),
  );
  addEventListener(
    'online',
    guardListener(() => setNetwork(true)),
  );
  // A page restored from the back-forward cache has lost its connections.
  addEventListener(
    'pageshow',
    guardListener((event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    }),
  );
  return { first: backend, complete: async () => backend };
}

/** `null` where the server has no providers of accounts: the page says which. */
function socialBrowser() {
  const providers = offeredProviders();
  if (providers.length === 0) return null;
  return {
    providers,
    openWindow: openSignInWindow,
    onTicket: onSignInTicket,
    takeTicket: takeSignInTicket,
    here: () => location.href,
    leave: (address: string) => location.assign(address),
  };
}
