/** Gaps on call that removals would leave: times within the next hours in which alerts would page nobody, though they page somebody now. */
import { hour } from '#domain/constants.ts';
import { gapsBetween } from '#domain/schedule/rota.ts';
import type { Rota } from '#domain/schedule/versions.ts';
import type { ApiSchedule, CurrentConfig } from './current.ts';

/** Time in which a plan may not make a gap. */
export const watchedHours = 24;

type Config = CurrentConfig['text'];
interface Gap {
  readonly startsAt: number;
  readonly endsAt: number;
}
/** Gaps of a schedule; null: there is no such schedule. */
type GapsOf = (scheduleId: string) => readonly Gap[] | null;

export const lengthOf = (gaps: readonly Gap[]): number =>
  gaps.reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0);

export const overridesOf = ({ overrides }: CurrentConfig, scheduleId: string) =>
  overrides.filter((one) => one.scheduleId === scheduleId).map((one) => ({ ...one, teamId: 'team' }));

export function coverageObstacles(
  current: CurrentConfig,
  after: Config,
  { changed, now }: { readonly changed: ReadonlySet<string>; readonly now: number },
): readonly string[] {
  const until = now + watchedHours * hour;
  const whole = { startsAt: now, endsAt: until };
  const gapsIn =
    (rotas: ReadonlyMap<string, Rota>): GapsOf =>
    (id) => {
      const rota = rotas.get(id);
      return rota === undefined ? null : gapsBetween(rota, overridesOf(current, id), now, until);
    };
  const present = new Map(current.schedules.map((one) => [one.id, one]));
  const before = gapsIn(present);
  const later = gapsIn(rotasAfter(after, present, changed));
  return pagersOf(after).flatMap(({ label, serviceId }) => {
    const gaps = uncovered(after, serviceId, later, whole);
    if (lengthOf(gaps) <= lengthOf(uncovered(current.text, serviceId, before, whole))) return [];
    const from = new Date(gaps[0]?.startsAt ?? now).toISOString();
    return [
      `Alerts of ${label} would page nobody from ${from}, within the next ${watchedHours} hours. Name what they need in the file, or apply without --prune.`,
    ];
  });
}

function rotasAfter(
  { schedules }: Config,
  present: ReadonlyMap<string, ApiSchedule>,
  changed: ReadonlySet<string>,
): ReadonlyMap<string, Rota> {
  return new Map(
    Object.entries(schedules).map(([id, wanted]) => {
      const before = changed.has(id) ? undefined : present.get(id);
      return [id, before ?? { ...wanted, id, versions: [] }];
    }),
  );
}

/** Services that alerts go to, each with what sends them there. */
function pagersOf({ services, integrations, routing }: Config) {
  return [
    ...Object.entries(services).map(([id, { name }]) => ({
      label: `service “${name}” (${id})`,
      serviceId: id,
    })),
    ...Object.entries(integrations).map(([id, { name, serviceId }]) => ({
      label: `integration “${name}” (${id})`,
      serviceId,
    })),
    ...Object.entries(routing).flatMap(([id, { rules }]) =>
      rules.flatMap(({ name, action }) =>
        action.kind === 'alert' && action.service.by === 'id'
          ? [{ label: `routing rule “${name}” (${id})`, serviceId: action.service.serviceId }]
          : [],
      ),
    ),
  ];
}

/** Times in which no step of the policies of a service reaches anybody. */
function uncovered(config: Config, serviceId: string, gapsOf: GapsOf, whole: Gap): readonly Gap[] {
  const service = Object.hasOwn(config.services, serviceId) ? config.services[serviceId] : undefined;
  let policyId = service?.policyId ?? null;
  let gaps: readonly Gap[] = [whole];
  for (const passed = new Set<string>(); policyId !== null && !passed.has(policyId);) {
    passed.add(policyId);
    const policy = Object.hasOwn(config.policies, policyId) ? config.policies[policyId] : undefined;
    for (const target of policy?.steps.flatMap(({ targets }) => targets) ?? []) {
      if (target.kind !== 'schedule') return [];
      gaps = common(gaps, gapsOf(target.scheduleId) ?? [whole]);
    }
    policyId = policy?.thenPolicyId ?? null;
  }
  return gaps;
}

/** Times that are in both lists. */
const common = (some: readonly Gap[], others: readonly Gap[]): readonly Gap[] =>
  some.flatMap((one) =>
    others.flatMap((other) => {
      const startsAt = Math.max(one.startsAt, other.startsAt);
      const endsAt = Math.min(one.endsAt, other.endsAt);
      return startsAt < endsAt ? [{ startsAt, endsAt }] : [];
    }),
  );
