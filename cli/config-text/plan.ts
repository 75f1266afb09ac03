/** Difference between a file and the team: what is added and changed, in the order in which it can be applied, and what forbids it. */
import { hour } from '#domain/constants.ts';
import { gapsBetween } from '#domain/schedule/rota.ts';
import { type CurrentConfig, placeOf } from './current.ts';
import { type ConfigKind, configKinds, type ConfigText } from './schema.ts';

export interface ConfigChange {
  readonly kind: ConfigKind;
  readonly id: string;
  readonly name: string;
  /** Null: it is added. */
  readonly revision: number | null;
  /** Of routing: the service of its integration, which is the default. */
  readonly serviceId?: string;
  /** Names of fields that differ; of an added one all. */
  readonly fields: readonly string[];
  readonly entry: Readonly<Record<string, unknown>>;
}

export interface ConfigPlan {
  readonly changes: readonly ConfigChange[];
  /** Reasons against applying it. */
  readonly obstacles: readonly string[];
}

/** Time in which a schedule may not get a gap that it does not have. */
const watchedHours = 24;

export function planOf(file: ConfigText, current: CurrentConfig, now: number): ConfigPlan {
  const changes = configKinds.flatMap((kind) => {
    const wanted: Readonly<Record<string, Readonly<Record<string, unknown>>>> = file[kind] ?? {};
    const present: Readonly<Record<string, Readonly<Record<string, unknown>>>> = current.text[kind];
    const changed = Object.entries(wanted).flatMap(([id, entry]): readonly ConfigChange[] => {
      const before = Object.hasOwn(present, id) ? present[id] : undefined;
      const fields = Object.keys(entry).filter((field) => !isSame(entry[field], before?.[field]));
      const revision = current.revisions.get(placeOf(kind, id)) ?? null;
      if (fields.length === 0) return [];
      if (kind === 'routing') return routingChange(file, current, { id, revision, fields, entry });
      return [{ kind, id, name: String(entry['name']), revision, fields, entry }];
    });
    return inOrder(changed);
  });
  return { changes, obstacles: obstaclesOf(file, current, changes, now) };
}

/** Empty where the integration has no rules and the text has none. */
function routingChange(
  file: ConfigText,
  current: CurrentConfig,
  change: Pick<ConfigChange, 'id' | 'revision' | 'fields'> & { readonly entry: ConfigChange['entry'] },
): readonly ConfigChange[] {
  const { id, revision, entry } = change;
  const rules = entry['rules'];
  if (revision === null && Array.isArray(rules) && rules.length === 0) return [];
  const named = new Map([
    ...Object.entries(current.text.integrations),
    ...Object.entries(file.integrations ?? {}),
  ]);
  const { name, serviceId } = named.get(id) ?? { name: id, serviceId: '' };
  return [{ ...change, kind: 'routing', name, serviceId }];
}

/** Equal as JSON, whatever the order of fields. */
function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';

/** Orders changes by their references: the referenced one first. A cycle is left as it is; the server rejects it. */
function inOrder(changes: readonly ConfigChange[]): readonly ConfigChange[] {
  const left = new Map(changes.map((change) => [change.id, change]));
  const ordered: ConfigChange[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(({ id, entry }) =>
      [entry['thenPolicyId'], entry['dependsOn']]
        .flat()
        .every((other) => typeof other !== 'string' || other === id || !left.has(other)),
    );
    const next = free.length > 0 ? free : [...left.values()];
    for (const change of next) left.delete(change.id);
    ordered.push(...next);
  }
  return ordered;
}

function obstaclesOf(
  file: ConfigText,
  current: CurrentConfig,
  changes: readonly ConfigChange[],
  now: number,
): readonly string[] {
  const { schedules, overrides } = current;
  const until = now + watchedHours * hour;
  const wantedSchedules = new Map(Object.entries(file.schedules ?? {}));
  return changes.flatMap(({ kind, id, name, fields }) => {
    if ((kind === 'integrations' || kind === 'routing') && !Object.hasOwn(current.text.integrations, id))
      return [
        `There is no integration ${id}, or its key was revoked. Make it in Muster, where its key is shown once, and use its id.`,
      ];
    const wanted = kind === 'schedules' ? wantedSchedules.get(id) : undefined;
    if (wanted === undefined || !fields.some((field) => field !== 'name')) return [];
    const own = overrides
      .filter(({ scheduleId }) => scheduleId === id)
      .map((override) => ({ ...override, teamId: 'team' }));
    const before = schedules.find((one) => one.id === id);
    const lengthOf = (rota: Parameters<typeof gapsBetween>[0]) =>
      gapsBetween(rota, own, now, until).reduce((sum, gap) => sum + gap.endsAt - gap.startsAt, 0);
    const gap = lengthOf({ ...wanted, id, versions: [] });
    if (gap === 0 || (before && gap <= lengthOf(before))) return [];
    const [first] = gapsBetween({ ...wanted, id, versions: [] }, own, now, until);
    const from = new Date(first?.startsAt ?? now).toISOString();
    return [
      `Schedule “${name}” (${id}) would have nobody on call from ${from}, within the next ${watchedHours} hours. Add somebody to its layers, or make an override first.`,
    ];
  });
}
