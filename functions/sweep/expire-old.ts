/** Removes documents past their retention. A batch of each per sweep: the rest waits for the next, a minute later. */
import { constants, day } from '#domain/constants.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { collectionGroups } from '#api/paths.ts';
import { storedTime } from '#api/codec.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { findBefore } from './find-before.ts';

/** Below the smallest limit of any provider for the writes of a batch. */
const batchSize = 400;

/** Collections with the field of the time, and the retention after it. */
const kept = [
  { collection: collectionGroups.audit, field: 'createdAt', days: constants.auditDays },
  {
    collection: collectionGroups.integrationEvents,
    field: 'createdAt',
    days: constants.integrationEventDays,
  },
  { collection: collectionGroups.webhookDeliveries, field: 'createdAt', days: settingsLimits.webhookLogDays },
  { collection: collectionGroups.webhookEvents, field: 'createdAt', days: settingsLimits.webhookLogDays },
  { collection: collectionGroups.chatMessages, field: 'createdAt', days: settingsLimits.chatMessageDays },
  { collection: collectionGroups.notices, field: 'expiresAt', days: 0 },
] as const;

/** A chore per collection, so that a failing one delays no other. */
export const expireOld = kept.map(({ collection, field, days }) => async ({ docs, clock }: ServerPorts) => {
  const before = storedTime(clock.now() - days * day);
  const old = await findBefore(docs, collection, field, before, batchSize);
  if (old.length > 0) await docs.batch(old.map(({ path }) => ({ type: 'delete', path })));
});
