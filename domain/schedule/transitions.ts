/** Changes of a schedule; its past stays as it was. */
import { failure, type Failure } from '../errors.ts';
import { isResponder } from '../permissions.ts';
import type { Policy } from '../policy/schema.ts';
import type { Member } from '../team/schema.ts';
import { changedTo, type Transition, type TransitionContext, transitioned } from '../transition.ts';
import { tooManyChanges } from './changes.ts';
import type { Layer, Schedule } from './schema.ts';
import { holdsAlready, versionAt, versionsAfter, withLayers, withVersion } from './versions.ts';

export type ScheduleContent = Pick<Schedule, 'id' | 'teamId' | 'name' | 'timezone' | 'layers'>;

/**
 * `before` null for a new one, which holds from the beginning. Otherwise zone and layers hold from `takesEffectAt` on, null for at
 * once; an instant that is over counts as at once.
 */
export function saveSchedule(
  before: Schedule | null,
  content: ScheduleContent,
  takesEffectAt: number | null,
  context: TransitionContext,
): Transition<Schedule, never> {
  const { name, timezone, layers } = content;
  const twice = layers.findIndex(
    (one, index) => layers.findIndex((other) => other.name === one.name) < index,
  );
  if (twice >= 0)
    return invalid(`layers.${twice}.name`, 'Another layer has this name. Give each one its own.');
  if (layers.every(({ shadow }) => shadow === true))
    return invalid('layers', 'Somebody must be paged: at least one layer is not a shadow.');
  const from = Math.max(context.now, takesEffectAt ?? context.now);
  // A schedule from before the limit keeps its layers, and can be given another name.
  const many =
    before !== null && holdsAlready(before, { timezone, layers }, from) ? null : tooManyChanges(layers);
  if (many !== null) return invalid('layers', many);
  if (before === null)
    return changedTo(
      { ...content, versions: [], createdAt: context.now, createdBy: context.by, revision: 1 },
      context,
    );
  return transitioned(before, { ...withVersion(before, { timezone, layers }, from), name }, context);
}

/** A layer's person who can't be paged; null if all can. People whom the schedule has already may stay. */
export function unpageable(
  before: Schedule | null,
  layers: readonly Layer[],
  members: readonly Pick<Member, 'id' | 'role'>[],
  now: number,
): Failure | null {
  const pageable = new Set(members.filter(isResponder).map(({ id }) => id));
  const known = new Set(
    before === null
      ? []
      : lasting(before, now).flatMap((version) => version.layers.flatMap(({ people }) => people)),
  );
  for (const [index, { people }] of layers.entries()) {
    const place = people.findIndex((id) => !pageable.has(id) && !known.has(id));
    if (place < 0) continue;
    const member = members.find(({ id }) => id === people[place]) ?? null;
    return unpageableFailure(member, `layers.${index}.people.${place}`);
  }
  return null;
}

/** Failure of putting somebody on call who can't be; null if they can. `member` null: not in the team. */
export function unpageableFailure(member: Pick<Member, 'role'> | null, field: string): Failure | null {
  if (member === null)
    return invalid(field, 'This person is not in the team any more. Choose somebody who is.');
  if (isResponder(member)) return null;
  return invalid(field, 'This person is a viewer, and viewers are not paged. Choose a responder.');
}

/** The policies whose steps ask a schedule. */
const policiesAsking = <P extends Pick<Policy, 'steps'>>(
  policies: readonly P[],
  scheduleId: string,
): readonly P[] =>
  policies.filter(({ steps }) =>
    steps.some(({ targets }) =>
      targets.some((target) => target.kind === 'schedule' && target.scheduleId === scheduleId),
    ),
  );

/** Failure of removing a schedule that is in use; null if it can be removed. */
export function scheduleRemovalFailure(
  policies: readonly Pick<Policy, 'name' | 'steps'>[],
  scheduleId: string,
): Failure | null {
  const names = policiesAsking(policies, scheduleId).map(({ name }) => `“${name}”`);
  if (names.length === 0) return null;
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
  return invalid(
    'scheduleId',
    `${list} ${names.length === 1 ? 'asks' : 'ask'} this schedule. Take it out of the steps first.`,
  );
}

/** Replaces a person's turns from now on by another's; nobody else's turns move. `to` null: the person is left out. */
export const replacePerson = (
  schedule: Schedule,
  { from, to }: { readonly from: string; readonly to: string | null },
  context: TransitionContext,
) =>
  transitioned<Schedule>(
    schedule,
    withLayers(schedule, context.now, (layers) =>
      layers.map((layer) => ({ ...layer, people: replaced(layer.people, from, to) })),
    ),
    context,
  );

/** A layer keeps its last person: it can't be empty, and whoever is not in the team is not asked. */
function replaced(people: Layer['people'], from: string, to: string | null): string[] {
  const others = people.flatMap((userId) => (userId !== from ? [userId] : to === null ? [] : [to]));
  return others.length === 0 ? people : others;
}

/** The version that holds now, and those that will. */
const lasting = (schedule: Schedule, now: number) => [
  versionAt(schedule, now),
  ...versionsAfter(schedule, now),
];

/** Layers that hold now or will, in which a person has turns. */
export function layersOf(schedule: Schedule, userId: string, now: number): readonly Layer[] {
  const versions = lasting(schedule, now);
  const byName = new Map(
    versions.flatMap(({ layers }) =>
      layers.map((layer) => [layer.name, layer] as const).filter(([, { people }]) => people.includes(userId)),
    ),
  );
  return [...byName.values()];
}

const invalid = (field: string, rule: string): Failure => failure('invalid', { field, rule }, rule);
