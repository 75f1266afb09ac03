/** Data of a team's weekly readiness. Each collection is read once, up to a bound; unreadable documents are left out. */
import type * as v from 'valibot';
import { day, limits } from '#domain/constants.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { notificationRulesSchema } from '#domain/notification/schema.ts';
import { personalWebhookSchema } from '#domain/personal-webhook/schema.ts';
import { wayOfWebhook } from '#domain/personal-webhook/way.ts';
import { policySchema } from '#domain/policy/schema.ts';
import type { WeeklyTeam } from '#domain/readiness/weekly.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { type Member, memberSchema, type Team } from '#domain/team/schema.ts';
import { fromReadableDocument, storedTime } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { limit, orderBy, query, type Query, where } from '#ports/docs/query.ts';
import type { ServerDocs } from '#ports/server/server.ts';

/** Overrides that end within so many days: more than the weeks that are looked at. */
const overrideDays = 28 + limits.overrideDays;

export async function weeklyTeam(
  docs: ServerDocs,
  team: Team,
  now: number,
): Promise<WeeklyTeam & { readonly members: readonly Member[] }> {
  const { id } = team;
  const all = async <S extends v.GenericSchema>(schema: S, asked: Query) =>
    (await docs.find(asked)).flatMap((found) => fromReadableDocument(schema, found) ?? []);
  const most = limit(limits.readinessDevices);
  const rotas = limit(limits.readinessRotas);
  const [members, devices, webhooks, rules, schedules, policies, overrides] = await Promise.all([
    all(memberSchema, query(collectionPaths.members(id), most)),
    all(deviceSchema, query(collectionPaths.devices(id), most)),
    all(personalWebhookSchema, query(collectionPaths.personalWebhooks(id), most)),
    all(notificationRulesSchema, query(collectionPaths.notificationRules(id), most)),
    all(scheduleSchema, query(collectionPaths.schedules(id), rotas)),
    all(policySchema, query(collectionPaths.policies(id), rotas)),
    all(
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
  const devicesOf = Map.groupBy(devices, ({ userId }) => userId);
  const webhooksOf = Map.groupBy(webhooks, ({ userId }) => userId);
  const rulesOf = new Map(rules.map((one) => [one.id, one]));
  const known = members.map(({ id: userId }) => ({
    userId,
    devices: devicesOf.get(userId) ?? [],
    others: (webhooksOf.get(userId) ?? []).map(wayOfWebhook),
    rules: rulesOf.get(userId) ?? null,
  }));
  return { team, members, schedules, overrides, policies, known };
}
