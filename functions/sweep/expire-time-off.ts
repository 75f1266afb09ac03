/** Removes time off that was over long ago, with its notes. A batch per sweep: the remainder waits for the next. */
import { constants, day } from '#domain/constants.ts';
import { storedTime } from '#api/codec.ts';
import { entityAt } from '#api/collection-names.ts';
import { collectionGroups, documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { findBefore } from './find-before.ts';

/** Each half stays below the smallest batch limit of any provider. */
const batchSize = 200;

export async function expireTimeOff({ docs, clock }: ServerPorts): Promise<void> {
  const before = storedTime(clock.now() - constants.endedTimeOffDays * day);
  const old = await findBefore(docs, collectionGroups.timeOff, 'endsAt', before, batchSize);
  const paths = old.flatMap(({ path }) => {
    const place = entityAt(path);
    return place === null ? [path] : [path, documentPaths.timeOffNote(place.teamId, place.id)];
  });
  if (paths.length > 0) await docs.batch(paths.map((path) => ({ type: 'delete', path })));
}
