/** Removes notes of senders' messages that are older than they are kept. One batch a sweep: what is left waits for the next. */
import { constants, day } from '#domain/constants.ts';
import { collectionGroups } from '#api/paths.ts';
import { storedTime } from '#api/codec.ts';
import { collectionGroup, limit, orderBy, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';

/** Below the smallest limit of any provider for the writes of a batch. */
const batchSize = 400;

export async function expireIntegrationEvents({ docs, clock }: ServerPorts): Promise<void> {
  const oldest = clock.now() - constants.integrationEventDays * day;
  const old = await docs.find(
    collectionGroup(
      collectionGroups.integrationEvents,
      where('createdAt', '<', storedTime(oldest)),
      orderBy('createdAt'),
      limit(batchSize),
    ),
  );
  if (old.length > 0) await docs.batch(old.map(({ path }) => ({ type: 'delete', path })));
}
