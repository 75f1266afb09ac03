/**
 * The ways to a team's members and their notification rules, as admins may see them. Reads each collection once, up to a bound, and nothing of
 * other people than members.
 */
import { notificationRulesSchema } from '#domain/notification/schema.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import type { PersonRules } from '#domain/readiness/urgency-reach.ts';
import type { TeamReadiness } from '#api/reads.ts';
import { collectionPaths } from '#api/paths.ts';
import { limit, query } from '#ports/docs/query.ts';
import { waysOfTeam } from '../channels/channels.ts';
import type { CommandWork } from '../kernel/guard.ts';

export async function teamReadiness(work: CommandWork, teamId: string): Promise<TeamReadiness> {
  const { ways, incomplete } = await waysOfTeam(work, teamId, settingsLimits.readinessWays);
  const rules = new Map<string, PersonRules>();
  for (const { id, high, low, quietHours } of await work.find(
    notificationRulesSchema,
    query(collectionPaths.notificationRules(teamId), limit(settingsLimits.readinessWays)),
  ))
    rules.set(id, { high, low, quietHours });
  return {
    people: [...ways].map(([userId, own]) => ({ userId, ways: own, rules: rules.get(userId) ?? null })),
    incomplete,
  };
}
