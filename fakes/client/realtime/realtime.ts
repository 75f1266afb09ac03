/** The realtime port of an embedded client. */
import type { Complete } from '#ports/complete.ts';
import type { Realtime } from '#ports/realtime/realtime.ts';
import { syncRealtime } from '#sync/realtime/driver.ts';
import type { RealtimeTransport } from '#sync/realtime/transport.ts';
import type { ClientContext } from '../context.ts';
import type { CloudLink } from '../link.ts';

export const createRealtime = (context: ClientContext): Complete<Realtime> =>
  syncRealtime({ ...context, transport: transportOf(context.link) });

const transportOf = (link: CloudLink): RealtimeTransport => ({
  clientId: link.clientId,
  online: () => link.online(),
  onOnline: (next) => link.onOnline(next),
  serverTimeOffset: () => link.serverTimeOffset(),
  onOffset: (next) => link.onOffset(next),
  ask: (request, payload, answer) => link.ask('realtime', request, payload, answer),
  listen: (query, receiver) => link.open('realtime', 'listen', query, receiver),
  goodbye() {
    link.request('realtime', 'goodbye', null).catch(() => {});
  },
});
