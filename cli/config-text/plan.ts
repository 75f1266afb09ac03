/** Difference between a file and the team: additions, changes and removals in the order in which they can be applied, and reasons against them. */
import { hour } from '#domain/constants.ts';
import { gapsBetween } from '#domain/schedule/rota.ts';
import { coverageObstacles, lengthOf, overridesOf, watchedHours } from './coverage.ts';
import { type CurrentConfig, placeOf } from './current.ts';
import { inOrder } from './in-order.ts';
import { integrationOf } from './integration-of.ts';
import { configAfter, type ConfigRemoval, referenceObstacles, removalsOf } from './removals.ts';
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
  /** Applied after the changes; empty without `prune`. */
  readonly removals: readonly ConfigRemoval[];
  /** Reasons against applying it. */
  readonly obstacles: readonly string[];
}

interface PlanOptions {
  readonly now: number;
  /** Whether entities that the file does not name are removed. */
  readonly prune: boolean;
}

export function planOf(file: ConfigText, current: CurrentConfig, { now, prune }: PlanOptions): ConfigPlan {
  const changes = configKinds.flatMap((kind) => {
    const wanted: Readonly<Record<string, Readonly<Record<string, unknown>>>> = file[kind] ?? {};
    const present: Readonly<Record<string, Readonly<Record<string, unknown>>>> = current.text[kind];
    const changed = Object.entries(wanted).flatMap(([id, entry]): readonly ConfigChange[] => {
      const before = Object.hasOwn(present, id) ? present[id] : undefined;
      const fields = Object.keys(entry).filter((field) => !isSame(entry[field], before?.[field]));
      const revision = current.revisions.get(placeOf(kind, id)) ?? null;
      if (fields.length === 0) return [];
      if (kind === 'routing') return routingChange(file, current, { id, revision, fields, entry });
      const named = kind === 'heartbeats' ? integrationOf(file, current, id) : entry;
      return [{ kind, id, name: String(named['name']), revision, fields, entry }];
    });
    return inOrder(changed);
  });
  const removals = prune ? removalsOf(file, current) : [];
  const obstacles = [
    ...obstaclesOf(file, current, changes, now),
    ...removalObstacles(configAfter(file, current, removals), current, { changes, removals, now }),
  ];
  return { changes, removals, obstacles };
}

function removalObstacles(
  after: CurrentConfig['text'],
  current: CurrentConfig,
  { changes, removals, now }: Pick<ConfigPlan, 'changes' | 'removals'> & Pick<PlanOptions, 'now'>,
): readonly string[] {
  if (removals.length === 0) return [];
  const referred = referenceObstacles(removals, after);
  if (referred.length > 0) return referred;
  const changed = new Set(changes.flatMap(({ kind, id }) => (kind === 'schedules' ? [id] : [])));
  return coverageObstacles(current, after, { changed, now });
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
  const { name, serviceId } = integrationOf(file, current, id);
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

function obstaclesOf(
  file: ConfigText,
  current: CurrentConfig,
  changes: readonly ConfigChange[],
  now: number,
): readonly string[] {
  const { schedules } = current;
  const until = now + watchedHours * hour;
  const wantedSchedules = new Map(Object.entries(file.schedules ?? {}));
  return changes.flatMap(({ kind, id, name, fields }) => {
    if (kind === 'heartbeats' && !Object.hasOwn(current.text.heartbeats, id))
      return [`There is no heartbeat ${id}. Add an integration of this kind in Muster, and use its id.`];
    if ((kind === 'integrations' || kind === 'routing') && !Object.hasOwn(current.text.integrations, id))
      return [
        `There is no integration ${id}, or its key was revoked. Make it in Muster, where its key is shown once, and use its id.`,
      ];
    const wanted = kind === 'schedules' ? wantedSchedules.get(id) : undefined;
    if (wanted === undefined || !fields.some((field) => field !== 'name')) return [];
    const own = overridesOf(current, id);
    const before = schedules.find((one) => one.id === id);
    const gaps = gapsBetween({ ...wanted, id, versions: [] }, own, now, until);
    const gap = lengthOf(gaps);
    if (gap === 0 || (before && gap <= lengthOf(gapsBetween(before, own, now, until)))) return [];
    const [first] = gaps;
    const from = new Date(first?.startsAt ?? now).toISOString();
    return [
      `Schedule “${name}” (${id}) would have nobody on call from ${from}, within the next ${watchedHours} hours. Add somebody to its layers, or make an override first.`,
    ];
  });
}
