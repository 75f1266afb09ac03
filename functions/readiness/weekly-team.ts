/** Data of a team's weekly readiness. Each collection is read once, up to a bound; unreadable documents are left out. */
import { day, limits } from '#domain/constants.ts';
import { notificationRulesSchema } from '#domain/notification/schema.ts';
import { policySchema } from '#domain/policy/schema.ts';
import type { WeeklyTeam } from '#domain/readiness/weekly.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { type Member, memberSchema, type Team } from '#domain/team/schema.ts';
import { storedTime } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { waysOfTeam } from '../channels/channels.ts';
import type { DocumentReads } from '../kernel/documents.ts';

/** Overrides that end within so many days: more than the weeks that are looked at. */
const overrideDays = 28 + limits.overrideDays;

export async function weeklyTeam(
  reads: DocumentReads,
  team: Team,
  now: number,
): Promise<WeeklyTeam & { readonly members: readonly Member[] }> {
  const { id } = team;
  const most = limit(settingsLimits.readinessWays);
  const rotas = limit(settingsLimits.readinessRotas);
  const [members, { ways }, rules, schedules, policies, overrides] = await Promise.all([
    reads.find(memberSchema, query(collectionPaths.members(id), most)),
    waysOfTeam(reads, id, settingsLimits.readinessWays),
    reads.find(notificationRulesSchema, query(collectionPaths.notificationRules(id), most)),
    reads.find(scheduleSchema, query(collectionPaths.schedules(id), rotas)),
    reads.find(policySchema, query(collectionPaths.policies(id), rotas)),
    reads.find(
      overrideSchema,
      query(
        collectionPaths.overrides(id),
        where('endsAt', '>', storedTime(now)),
        where('endsAt', '<=', storedTime(now + overrideDays * day)),
        orderBy('endsAt'),
        most,
      ),
    ),
  ]);
  const rulesOf = new Map(rules.map((one) => [one.id, one]));
  const known = members.map(({ id: userId }) => ({
    userId,
    ways: ways.get(userId) ?? [],
    rules: rulesOf.get(userId) ?? null,
  }));
  return { team, members, schedules, overrides, policies, known };
}
