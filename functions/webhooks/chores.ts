/** Chores of webhooks: events without deliveries, and lanes that are due. */
import { minute } from '#domain/constants.ts';
import * as v from 'valibot';
import { epochMsSchema, idSchema, revisionSchema } from '#domain/base.ts';
import { storedTime } from '#api/codec.ts';
import { collectionGroups } from '#api/paths.ts';
import { where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { type Chore, chore } from '../sweep/chore.ts';
import { startSending } from './start.ts';

/** As much of an event or a lane as starts its work, which reads it whole. */
const dueSchema = v.object({
  id: idSchema,
  teamId: idSchema,
  dueAt: epochMsSchema,
  revision: revisionSchema,
});

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
