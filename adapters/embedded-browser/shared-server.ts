/** This tab's way to a cloud that the page's own server hosts. */
import { forgetKeptPage } from '#adapters/browser/kept-page.ts';
import { socketChannel } from '#fakes/client/socket-channel.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { CloudConnector, ConnectorOptions } from './cloud-connector.ts';
import { tabClock } from './system-clock.ts';

const notLetIn =
  'This browser is not let into this trial any more. Open the link again that whoever runs it gave you.';

export function connectToServer({ onNotice }: Pick<ConnectorOptions, 'onNotice'>): CloudConnector {
  const address = new URL('/shared/channel', location.href.replace(/^http/, 'ws'));
  return {
    connect() {
      const socket = new WebSocket(address);
      let opened = false;
      socket.addEventListener(
        'open',
        guardListener(() => (opened = true)),
      );
      socket.addEventListener(
        'close',
        guardListener(async () => {
          if (opened || (await isLetIn())) return;
          // The link leads to the server's page, which lets this browser in.
          forgetKeptPage();
          onNotice(notLetIn);
        }),
      );
      return socketChannel(socket, tabClock);
    },
  };
}

/** A handshake that fails says nothing of why. A server that can't be reached refuses nobody. */
const isLetIn = (): Promise<boolean> =>
  fetch('/shared/session').then(
    ({ status }) => status !== 401,
    () => true,
  );
