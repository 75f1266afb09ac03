/**
 * Members who can be notified of a page now, read in the transaction that notifies them. Unreadable documents are left out: such a member
 * is not notified, such a schedule finds nobody, and the page goes on with its next step.
 */
import type { Page } from '#domain/page/schema.ts';
import { stepsOfChain } from '#domain/policy/chain.ts';
import type { FrozenPolicy } from '#domain/policy/schema.ts';
import { overrideSchema, scheduleSchema, type Override } from '#domain/schedule/schema.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { recipientResolver } from '#domain/page/recipient-resolver.ts';
import type { RecipientResolver } from '#domain/page/positions.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import { found } from '../kernel/command-failed.ts';
import { storedTime } from '#api/codec.ts';
import type { CommandWork } from '../kernel/guard.ts';

/** `since`: the earliest instant that will be asked about. */
export async function recipientResolverFor(
  work: CommandWork,
  teamId: string,
  policy: FrozenPolicy,
  since: number,
): Promise<RecipientResolver> {
  const targets = stepsOfChain(policy).flatMap((step) => step.targets);
  const scheduleIds = new Set(
    targets.flatMap((target) => (target.kind === 'schedule' ? [target.scheduleId] : [])),
  );
  const teamPath = documentPaths.team(teamId);
  const stored = await work.getReadable(teamSchema, teamPath);
  // Without the team's document its owners are the fallback.
  const team = work.isUnreadable(teamPath) ? { fallbackPeople: [] } : found(stored);
  const members = await work.find(memberSchema, query(collectionPaths.members(teamId)));
  const schedules = await Promise.all(
    [...scheduleIds].map((id) => work.getReadable(scheduleSchema, documentPaths.schedule(teamId, id))),
  );
  const overrides: Override[] =
    scheduleIds.size === 0
      ? []
      : await work.find(
          overrideSchema,
          query(collectionPaths.overrides(teamId), where('endsAt', '>', storedTime(since))),
        );
  return recipientResolver({
    team,
    members,
    schedules: schedules.filter((one) => one !== null),
    overrides,
  });
}

/** The people for a page that exists. A drill asks its owner and nobody else, viewers included. */
export function recipientResolverOfPage(work: CommandWork, page: Page): Promise<RecipientResolver> {
  if (page.subject.kind === 'drill') return Promise.resolve(personTargetsOnly);
  return recipientResolverFor(work, page.teamId, page.policy, work.now);
}

export const personTargetsOnly: RecipientResolver = {
  find: (target) => (target.kind === 'person' ? [target.userId] : []),
  fallback: () => [],
  owners: () => [],
};
