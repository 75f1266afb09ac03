/**
 * The devices, other ways and notification rules of a team's members, as admins may see them. Reads each once, up to a bound, and nothing of other
 * people than members.
 */
import { limits } from '#domain/constants.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { notificationRulesSchema } from '#domain/notification/schema.ts';
import { personalWebhookSchema } from '#domain/personal-webhook/schema.ts';
import { wayOfWebhook } from '#domain/personal-webhook/way.ts';
import { type ReachedDevice, withoutToken } from '#domain/readiness/reachability.ts';
import type { PersonRules } from '#domain/readiness/urgency-reach.ts';
import type { TeamReadiness } from '#api/reads.ts';
import { collectionPaths } from '#api/paths.ts';
import { limit, query } from '#ports/docs/query.ts';
import type { CommandWork } from '../kernel/guard.ts';

export async function teamReadiness(work: CommandWork, teamId: string): Promise<TeamReadiness> {
  const found = await work.find(
    deviceSchema,
    query(collectionPaths.devices(teamId), limit(limits.readinessDevices + 1)),
  );
  const devices = found.slice(0, limits.readinessDevices);
  const byPerson = Map.groupBy(devices, ({ userId }) => userId);
  const webhooks = await work.find(
    personalWebhookSchema,
    query(collectionPaths.personalWebhooks(teamId), limit(limits.readinessDevices)),
  );
  const webhooksOf = Map.groupBy(webhooks, ({ userId }) => userId);
  const rules = new Map<string, PersonRules>();
  for (const { id, high, low, quietHours } of await work.find(
    notificationRulesSchema,
    query(collectionPaths.notificationRules(teamId), limit(limits.readinessDevices)),
  ))
    rules.set(id, { high, low, quietHours });
  return {
    people: [...new Set([...byPerson.keys(), ...webhooksOf.keys()])].map((userId) => ({
      userId,
      devices: (byPerson.get(userId) ?? []).map(shown),
      others: (webhooksOf.get(userId) ?? []).map(wayOfWebhook),
      rules: rules.get(userId) ?? null,
    })),
    incomplete: found.length > devices.length,
  };
}

const shown = (device: ReachedDevice): ReachedDevice => {
  const { id, label, userAgent, registration, lastShownAt, lastDrillAt } = withoutToken(device);
  const { pushShownAt = null } = device;
  const { takenOverAt = null, lostAt = null, signedOutAt = null, homeScreenOnly = false } = device;
  return {
    ...{ id, label, userAgent, registration, lastShownAt, pushShownAt, lastDrillAt },
    ...{ takenOverAt, lostAt, signedOutAt, homeScreenOnly },
  };
};
