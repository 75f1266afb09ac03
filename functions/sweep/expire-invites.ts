/** Removes invites that ended long ago: expired, used or revoked. A batch of each per sweep: the remainder waits for the next. */
import { constants, day } from '#domain/constants.ts';
import { collectionGroups } from '#api/paths.ts';
import { storedTime } from '#api/codec.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { findBefore } from './find-before.ts';

/** The three of them stay below the smallest limit of any provider for the writes of a batch. */
const batchSize = 130;
/** The times at which an invite ends, each null until then; one that has expired has nothing else. */
const ends = ['expiresAt', 'usedAt', 'revokedAt'] as const;

export async function expireInvites({ docs, clock }: ServerPorts): Promise<void> {
  const before = storedTime(clock.now() - constants.endedInviteDays * day);
  const paths = new Set<string>();
  for (const end of ends) {
    const found = await findBefore(docs, collectionGroups.invites, end, before, batchSize);
    for (const { path } of found) paths.add(path);
  }
  if (paths.size > 0) await docs.batch([...paths].map((path) => ({ type: 'delete', path })));
}
