/** A browser’s client of `npm run host`, without the browser. */
import { WebSocket } from 'ws';
import { machineClock } from '#adapters/node/machine-clock.ts';
import { postgresClient } from '#adapters/postgres/client/backend.ts';
import type { PushBrowser } from '#adapters/postgres/client/messaging.ts';
import type { SocialBrowser } from '#adapters/postgres/client/auth/social.ts';
import { browserChannel } from '#adapters/postgres/client/socket.ts';
import type { Backend } from '#ports/backend.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { noObserver } from '#provider-kit/storage-health.ts';

/** A visible page that may show notifications, and that no push service reaches. */
const openPage: PushBrowser = {
  visible: () => true,
  permission: () => 'granted',
  requestPermission: async () => 'granted',
  onPermission: () => () => {},
  showNotification: async () => {},
  subscribe: async () => null,
  onSubscriptionChange: () => () => {},
  onNotificationClick: () => () => {},
};

let members = 0;

/** `onSend`: called with each message that it sends. `social`: windows of providers. Default: none. */
export function hostMember(
  url: URL,
  onSend: (message: string) => void = () => {},
  social: SocialBrowser | null = null,
): Backend {
  const clientId = `${process.pid}-${++members}`;
  const address = new URL('/host/channel', url.href.replace(/^http/u, 'ws'));
  const { backend } = postgresClient({
    connect() {
      const channel = browserChannel(new WebSocket(address, { origin: url.origin }));
      return {
        ...channel,
        send(text) {
          onSend(text);
          channel.send(text);
        },
      };
    },
    files: {
      address: new URL('/host/files/', url).href,
      fetch: (file, request) => fetch(file, request),
    },
    clientId,
    clock: machineClock,
    random: seededRandom(`${clientId}-${Date.now()}`),
    stores: { local: memoryStore(), session: memoryStore() },
    storage: noObserver,
    social,
    passkeys: null,
    push: openPage,
    onTiming: () => () => {},
    report: (error) => console.error(error),
  });
  return backend;
}
