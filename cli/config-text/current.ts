/** The present configuration of the team, as the text would have it, with the revisions that it was read at. */
import { versionAt } from '#domain/schedule/versions.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import type { MusterApi } from '../api.ts';
import { allItems } from '../items.ts';
import type { ConfigEntry, ConfigKind, ConfigText } from './schema.ts';

export interface CurrentConfig {
  readonly text: { readonly [K in ConfigKind]: Readonly<Record<string, ConfigEntry<K>>> };
  readonly revisions: ReadonlyMap<string, number>;
  readonly schedules: readonly ApiSchedule[];
  readonly overrides: readonly Omit<Override, 'teamId'>[];
}

export type ApiSchedule = Omit<Schedule, 'teamId'>;
type ListPath =
  | '/schedules'
  | '/policies'
  | '/services'
  | '/runbooks'
  | '/overrides'
  | '/integrations'
  | '/heartbeats'
  | '/routings';
type Stored = { readonly id: string; readonly revision: number } & Readonly<Record<string, unknown>>;

/** Key of an entry in `revisions`. */
export const placeOf = (kind: ConfigKind, id: string): string => `${kind}.${id}`;

/** The description of the API is made of these schemas. */
const all = async <T>(api: MusterApi, path: ListPath): Promise<readonly T[]> =>
  (await allItems<object>((query) => api.GET(path, { params: { query } }))) as readonly T[];

/** Fields that the server keeps. */
const kept: ReadonlySet<string> = new Set(['id', 'revision', 'createdAt', 'createdBy']);

const without = (entity: Stored) =>
  Object.fromEntries(Object.entries(entity).filter(([field]) => !kept.has(field)));

/** `now`: a schedule is shown as it is then; versions that take effect later are left out. */
export async function readCurrent(api: MusterApi, now: number): Promise<CurrentConfig> {
  const [schedules, policies, services, runbooks, overrides, ofIntegrations] = await Promise.all([
    all<ApiSchedule>(api, '/schedules'),
    all<Stored & ConfigEntry<'policies'>>(api, '/policies'),
    all<Stored & ConfigEntry<'services'>>(api, '/services'),
    all<Stored & ConfigEntry<'runbooks'>>(api, '/runbooks'),
    all<Omit<Override, 'teamId'>>(api, '/overrides'),
    readIntegrations(api),
  ]);
  const { integrations, heartbeats, routing } = ofIntegrations;
  const revisions = new Map<string, number>();
  for (const [kind, entries] of Object.entries({
    ...{ schedules, policies, services, runbooks },
    ...{ integrations, heartbeats, routing },
  }))
    for (const { id, revision } of entries) revisions.set(placeOf(kind as ConfigKind, id), revision);
  const byId = <T extends Stored>(entries: readonly T[]) =>
    Object.fromEntries(entries.map((entry) => [entry.id, without(entry)]));
  return {
    text: {
      schedules: Object.fromEntries(schedules.map((one) => [one.id, scheduleNow(one, now)])),
      policies: byId(policies),
      services: byId(services),
      runbooks: byId(runbooks),
      integrations: Object.fromEntries(integrations.map((one) => [one.id, integrationText(one)])),
      heartbeats: Object.fromEntries(
        heartbeats.map(({ id, intervalMinutes, graceMinutes }) => [id, { intervalMinutes, graceMinutes }]),
      ),
      routing: byId(routing),
    } as unknown as CurrentConfig['text'],
    revisions,
    schedules,
    overrides,
  };
}

/** Integrations in use, with their heartbeats and routing rules. */
async function readIntegrations(api: MusterApi) {
  const [integrations, heartbeats, routing] = await Promise.all([
    all<Stored & ApiIntegration>(api, '/integrations'),
    all<Stored & ConfigEntry<'heartbeats'>>(api, '/heartbeats'),
    all<Stored & ConfigEntry<'routing'>>(api, '/routings'),
  ]);
  const used = new Map(
    integrations.flatMap((one) => (one.revokedAt === null ? [[one.id, one] as const] : [])),
  );
  return {
    integrations: [...used.values()],
    heartbeats: heartbeats.filter(({ id }) => used.has(id)),
    routing: routing.filter(({ id }) => used.has(id)),
  };
}

type ApiIntegration = Required<ConfigEntry<'integrations'>> & { readonly revokedAt: number | null };

const integrationText = ({ name, serviceId, mapping }: ApiIntegration) => ({
  name,
  serviceId,
  ...(mapping !== null && { mapping }),
});

function scheduleNow(schedule: ApiSchedule, now: number) {
  const { timezone, layers } = versionAt(schedule, now);
  return { name: schedule.name, timezone, layers };
}

/** The same as a file has it: times are texts. */
export const textOfConfig = ({ schedules, ...rest }: CurrentConfig['text'] | ConfigText) => ({
  schedules: Object.fromEntries(
    Object.entries(schedules ?? {}).map(([id, schedule]) => [
      id,
      {
        ...schedule,
        layers: schedule.layers.map((layer) => ({
          ...layer,
          startsAt: new Date(layer.startsAt).toISOString(),
        })),
      },
    ]),
  ),
  ...rest,
});
