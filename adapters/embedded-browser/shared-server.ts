/** This tab's way to a cloud that the page's own server hosts. */
import { socketChannel } from '#fakes/client/socket-channel.ts';
import type { CloudConnector } from './cloud-connector.ts';
import { tabClock } from './system-clock.ts';

export function connectToServer(): CloudConnector {
  const address = new URL('/shared/channel', location.href.replace(/^http/, 'ws'));
  return { connect: () => socketChannel(new WebSocket(address), tabClock) };
}
