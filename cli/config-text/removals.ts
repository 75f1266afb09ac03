/** Removals of a plan with `--prune`: entities that the file does not name, in the parts of the team that it contains. */
import { whyPolicyStays } from '#domain/policy/transitions.ts';
import { scheduleRemovalFailure } from '#domain/schedule/transitions.ts';
import { type CurrentConfig, placeOf } from './current.ts';
import { inOrder } from './in-order.ts';
import { integrationOf } from './integration-of.ts';
import type { ConfigText } from './schema.ts';

/** What refers to others comes first. Integrations and heartbeats are not among them: a key can't revoke another key. */
const removedKinds = ['routing', 'runbooks', 'services', 'policies', 'schedules'] as const;

export interface ConfigRemoval {
  readonly kind: (typeof removedKinds)[number];
  readonly id: string;
  readonly name: string;
  readonly revision: number | null;
  /** Of routing: the service of its integration, which stays the default. */
  readonly serviceId?: string;
}

export function removalsOf(file: ConfigText, current: CurrentConfig): readonly ConfigRemoval[] {
  return removedKinds.flatMap((kind) => {
    const wanted = file[kind];
    if (wanted === undefined) return [];
    const present: Readonly<Record<string, Readonly<Record<string, unknown>>>> = current.text[kind];
    const gone = Object.entries(present)
      .filter(([id]) => !Object.hasOwn(wanted, id))
      .map(([id, entry]) => ({ id, entry }));
    return inOrder(gone)
      .toReversed()
      .flatMap(({ id, entry }): readonly ConfigRemoval[] => {
        const revision = current.revisions.get(placeOf(kind, id)) ?? null;
        if (kind !== 'routing') return [{ kind, id, name: String(entry['name']), revision }];
        const rules = entry['rules'];
        if (Array.isArray(rules) && rules.length === 0) return [];
        const { name, serviceId } = integrationOf(file, current, id);
        return [{ kind, id, name, revision, serviceId }];
      });
  });
}

/** Configuration after the plan. */
export function configAfter(
  file: ConfigText,
  current: CurrentConfig,
  removals: readonly ConfigRemoval[],
): CurrentConfig['text'] {
  const gone = new Set(removals.map(({ kind, id }) => placeOf(kind, id)));
  const kinds = Object.entries(current.text).map(([kind, present]) => {
    const merged = Object.entries({ ...present, ...file[kind as keyof ConfigText] });
    return [kind, Object.fromEntries(merged.filter(([id]) => !gone.has(`${kind}.${id}`)))];
  });
  return Object.fromEntries(kinds) as CurrentConfig['text'];
}

/** Reasons for which the server would not remove what others still refer to. */
export const referenceObstacles = (
  removals: readonly ConfigRemoval[],
  after: CurrentConfig['text'],
): readonly string[] =>
  removals.flatMap(({ kind, id, name }) => {
    const [services, policies] = [Object.values(after.services), Object.values(after.policies)];
    if (kind === 'policies') {
      const reason = whyPolicyStays(services, policies, id);
      return reason === null ? [] : [`Policy “${name}” (${id}) can’t be removed. ${reason}`];
    }
    const failure = kind === 'schedules' ? scheduleRemovalFailure(policies, id) : null;
    return failure === null
      ? []
      : [
          `Schedule “${name}” (${id}) can’t be removed. ${'rule' in failure.error ? failure.error.rule : failure.error.message}`,
        ];
  });
