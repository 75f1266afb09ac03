/** Chores of webhooks: events without deliveries, and lanes that are due. */
import { minute } from '#domain/constants.ts';
import { storedTime } from '#api/codec.ts';
import { collectionGroups } from '#api/paths.ts';
import { where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { type Chore, chore } from '../sweep/chore.ts';
import { dueSchema } from '../sweep/due-schema.ts';
import { startSending } from './start.ts';

export function webhookChores(server: ServerPorts): readonly Chore[] {
  const now = server.clock.now();
  const due = [where('dueAt', '<=', storedTime(now))];
  return [
    chore(dueSchema, {
      collection: collectionGroups.webhookEvents,
      order: 'dueAt',
      due,
      run: async ({ teamId, id: eventId }) =>
        (await import('../on-demand.ts')).onDemand.publishWebhookEvent(server, { teamId, eventId }),
    }),
    chore(dueSchema, {
      collection: collectionGroups.webhookLanes,
      order: 'dueAt',
      due,
      // Each runs by itself: a receiver may be slow, and the sweep does not wait for it.
      run: (lane) => startSending(server, lane, `-s${Math.floor(now / minute)}`),
    }),
  ];
}
