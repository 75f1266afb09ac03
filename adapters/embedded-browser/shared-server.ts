/** This tab's way to a cloud that the page's own server hosts. */
import { socketChannel } from '#fakes/client/socket-channel.ts';
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
      socket.addEventListener('open', () => (opened = true));
      socket.addEventListener('close', () => {
        if (!opened) void isLetIn().then((isIn) => isIn || onNotice(notLetIn));
      });
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
