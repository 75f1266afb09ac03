/** The demonstration's simulated teammates: ordinary clients, calm, and the same again under the same seed. */
import { demoPeople } from './team/people.ts';
import type { TeammatesOptions } from './teammates/options.ts';
import { watchPages } from './teammates/page-watch.ts';
import { watchRooms } from './teammates/room-watch.ts';
import { Teammate } from './teammates/teammate.ts';
import { isResponder } from '#domain/permissions.ts';

export type { TeammatesOptions } from './teammates/options.ts';

/** Starts the simulated members; viewers only watch, so they are not simulated. Resolves once all have left. */
export function startTeammates(options: TeammatesOptions): () => Promise<void> {
  const mates = demoPeople
    .filter(isResponder)
    .map((person) => new Teammate(person, options, [watchRooms, watchPages]));
  for (const mate of mates) mate.start();
  return async () => {
    await Promise.all(mates.map((mate) => mate.stop()));
  };
}
