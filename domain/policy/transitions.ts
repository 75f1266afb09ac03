/** Changes of a policy: written, handed over, removed. */
import { failure, type Failure } from '../errors.ts';
import { isResponder } from '../permissions.ts';
import type { Schedule } from '../schedule/schema.ts';
import { isPagedBy } from '../service/paging.ts';
import type { Service } from '../service/schema.ts';
import type { Member } from '../team/schema.ts';
import { changedTo, type Changed, transitioned, type TransitionContext, unchanged } from '../transition.ts';
import type { Policy, PolicyStep, Target } from './schema.ts';

export type PolicyContent = Pick<Policy, 'id' | 'teamId' | 'name' | 'steps' | 'repeat' | 'thenPolicyId'>;

/** `before` null for a new one. Pages that run keep the policy that they started with. */
export const savePolicy = (
  before: Policy | null,
  content: PolicyContent,
  context: TransitionContext,
): Changed<Policy, never> =>
  before === null
    ? changedTo({ ...content, createdAt: context.now, createdBy: context.by, revision: 1 }, context)
    : transitioned(before, content, context);

interface Known {
  readonly members: readonly Pick<Member, 'id' | 'role'>[];
  readonly schedules: readonly Pick<Schedule, 'id'>[];
}

/** A step's target without any recipient, ever; null if there is none. Targets that the policy has already may stay. */
export function unknownTarget(
  before: Policy | null,
  steps: readonly PolicyStep[],
  { members, schedules }: Known,
): Failure | null {
  const had = new Set((before?.steps ?? []).flatMap(({ targets }) => targets.map(targetKey)));
  const pageable = new Set(members.filter(isResponder).map(({ id }) => id));
  const isKnown = (target: Target): boolean =>
    target.kind === 'team' ||
    had.has(targetKey(target)) ||
    (target.kind === 'person'
      ? pageable.has(target.userId)
      : schedules.some(({ id }) => id === target.scheduleId));
  for (const [index, { targets }] of steps.entries()) {
    const place = targets.findIndex((target) => !isKnown(target));
    const target = targets[place];
    if (target === undefined) continue;
    return invalid(
      `steps.${index}.targets.${place}`,
      target.kind === 'person'
        ? 'This person is not in the team, or a viewer, and can’t be paged. Choose a responder.'
        : 'This schedule no longer exists. Choose another one.',
    );
  }
  return null;
}

/** A policy to hand over to that does not exist; null: it exists, or the policy has it already. */
export const unknownPolicy = (
  before: Pick<Policy, 'thenPolicyId'> | null,
  thenPolicyId: Policy['thenPolicyId'],
  others: readonly Pick<Policy, 'id'>[],
): Failure | null =>
  thenPolicyId == null ||
  thenPolicyId === before?.thenPolicyId ||
  others.some(({ id }) => id === thenPolicyId)
    ? null
    : invalid('thenPolicyId', 'This policy no longer exists. Choose another one.');

/** Names a target among others. */
export const targetKey = (target: Target): string =>
  target.kind === 'team'
    ? 'team'
    : target.kind === 'person'
      ? `person:${target.userId}`
      : `schedule:${target.scheduleId}`;

/** Reason why a policy can't be removed, as a sentence; null if it can. */
export function whyPolicyStays(
  services: readonly Pick<Service, 'name' | 'policyId' | 'lowPolicyId'>[],
  policies: readonly Pick<Policy, 'name' | 'thenPolicyId'>[],
  policyId: string,
): string | null {
  const paged = services.filter((one) => isPagedBy(one, policyId));
  if (paged.length > 0) return `It pages for ${listed(paged)}. Choose another policy there first.`;
  const before = policies.filter(({ thenPolicyId }) => thenPolicyId === policyId);
  if (before.length === 0) return null;
  const verb = before.length === 1 ? 'hands' : 'hand';
  return `${listed(before)} ${verb} over to it. Choose another policy there first.`;
}

const listed = (named: readonly { readonly name: string }[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(named.map(({ name }) => `“${name}”`));

export function policyRemovalFailure(...given: Parameters<typeof whyPolicyStays>): Failure | null {
  const reason = whyPolicyStays(...given);
  return reason === null ? null : invalid('policyId', reason);
}

export const namesPerson = ({ steps }: Pick<Policy, 'steps'>, userId: string): boolean =>
  steps.some(({ targets }) => targets.some((target) => target.kind === 'person' && target.userId === userId));

/** A person's places in the steps as somebody else's; with `to` null they are left out, but for the last target of a step. */
export function handOverPolicy(
  policy: Policy,
  { from, to }: { readonly from: string; readonly to: string | null },
  context: TransitionContext,
): Changed<Policy, never> {
  if (!namesPerson(policy, from)) return unchanged(policy);
  const steps = policy.steps.map((step) => ({ ...step, targets: replaced(step.targets, from, to) }));
  return transitioned(policy, { steps }, context);
}

/** A step keeps its last target: it can't be empty, and whoever is not in the team is not asked. */
function replaced(targets: readonly Target[], from: string, to: string | null): Target[] {
  const next = targets.flatMap((target): Target[] => {
    if (target.kind !== 'person' || target.userId !== from) return [target];
    return to === null ? [] : [{ kind: 'person', userId: to }];
  });
  const known = new Set<string>();
  const unique = next.filter((target) => {
    const key = targetKey(target);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  return unique.length === 0 ? [...targets] : unique;
}

const invalid = (field: string, rule: string): Failure => failure('invalid', { field, rule }, rule);
