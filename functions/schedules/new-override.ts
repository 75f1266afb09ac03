/** A new override, whatever makes it: a schedule has a bounded number of them. */
import { limits } from '#domain/constants.ts';
import { type Override, overrideSchema } from '#domain/schedule/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import type { CommandContext } from '../kernel/command.ts';
import { fail } from '../kernel/command-failed.ts';

const most = limits.overridesPerSchedule;

/** Overrides of a schedule; the one that is over longest is the first. */
export const overridesOf = (teamId: string, scheduleId: string) =>
  query(
    collectionPaths.overrides(teamId),
    where('scheduleId', '==', scheduleId),
    orderBy('endsAt'),
    limit(most),
  );

/** At the bound, the one that is over longest makes room. @throws CommandFailed limit_reached where none is over */
export async function addOverride({ work }: Pick<CommandContext, 'work'>, override: Override): Promise<void> {
  const { teamId, scheduleId, id } = override;
  const stored = await work.find(overrideSchema, overridesOf(teamId, scheduleId));
  const [oldest] = stored;
  if (oldest !== undefined && stored.length >= most) {
    if (oldest.endsAt > work.now)
      fail(
        'limit_reached',
        { limit: most },
        `A schedule can have ${most} overrides. Remove one that is no longer needed, or change the turns of its layers.`,
      );
    work.remove(documentPaths.override(teamId, oldest.id));
  }
  work.save(documentPaths.override(teamId, id), override);
}
