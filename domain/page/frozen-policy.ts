/** Policies as a page keeps them: copied, made of people, or in place of one that can't be read. */
import { limits } from '../constants.ts';
import type { FrozenPolicy } from '../policy/schema.ts';
import type { RecipientResolver } from './positions.ts';

/** Policy of one step for these people. */
export function directPolicy(
  userIds: readonly string[],
  settings: { readonly defaultStepDelayMinutes: number; readonly defaultRepeat: number },
): FrozenPolicy {
  const targets = userIds.map((userId) => ({ kind: 'person', userId }) as const);
  const delayMinutes = settings.defaultStepDelayMinutes;
  return {
    name: 'Direct page',
    steps: [{ targets, delayMinutes, mode: 'all', acknowledgedBy: 'any', condition: null }],
    repeat: settings.defaultRepeat,
  };
}

/** The policy instead of one that can't be read: the fallback people, or the owners, or everybody. */
export function substitutePolicy(
  people: RecipientResolver,
  at: number,
  settings: Parameters<typeof directPolicy>[1],
): FrozenPolicy {
  const [named = []] = [people.fallback(at), people.owners(at)].filter((found) => found.length > 0);
  const direct = directPolicy(named.slice(0, limits.targetsPerStep), settings);
  const everybody = [{ kind: 'team' } as const];
  const steps =
    named.length > 0 ? direct.steps : direct.steps.map((step) => ({ ...step, targets: everybody }));
  return { ...direct, name: 'Fallback people: the policy can’t be read', steps };
}

/** Copy of a policy for a page, which must not see later changes of the policies it was made from. */
export function copiedPolicy({ name, steps, repeat, thenPolicies = [] }: FrozenPolicy): FrozenPolicy {
  const copied = (all: FrozenPolicy['steps']) =>
    all.map((step) => ({ ...step, targets: step.targets.map((target) => ({ ...target })) }));
  const then = thenPolicies.map((one) => ({ ...one, steps: copied(one.steps) }));
  return { name, steps: copied(steps), repeat, thenPolicies: then };
}
