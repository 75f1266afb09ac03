/** Chains of policies: each hands the page over to the next one once its steps and repeats are over without an acknowledgement. */
import { limits } from '../constants.ts';
import { failure, type Failure } from '../errors.ts';
import type { FrozenPolicy, HandedOverPolicy, Policy, PolicyStep } from './schema.ts';

/** A policy in a chain, as it is stored or as it is being written. */
export type ChainedPolicy = Pick<Policy, 'id' | 'name' | 'steps' | 'repeat' | 'thenPolicyId'>;

/** The id of the policy after the last of the chain; null: none, one of the chain again, or the chain is full. */
export function nextInChain(chain: readonly ChainedPolicy[]): string | null {
  const next = chain.at(-1)?.thenPolicyId ?? null;
  return chain.length >= limits.policyChain || chain.some(({ id }) => id === next) ? null : next;
}

/** The policies after this one, in order. A removed policy ends the chain. */
export function policiesAfter(
  first: ChainedPolicy,
  policies: readonly ChainedPolicy[],
): readonly ChainedPolicy[] {
  const chain = [first];
  for (;;) {
    const id = nextInChain(chain);
    const next = policies.find((one) => one.id === id);
    if (next === undefined) return chain.slice(1);
    chain.push(next);
  }
}

/** The policy as a page freezes it, with those that it hands over to. */
export const frozenPolicy = (
  { name, steps, repeat }: Pick<ChainedPolicy, 'name' | 'steps' | 'repeat'>,
  after: readonly ChainedPolicy[] = [],
): FrozenPolicy => ({
  ...{ name, steps, repeat },
  thenPolicies: after.map(({ id: policyId, ...one }): HandedOverPolicy => ({
    ...{ policyId, name: one.name, steps: one.steps, repeat: one.repeat },
  })),
});

/** The steps of all policies of the chain. */
export const stepsOfChain = ({
  steps,
  thenPolicies = [],
}: Pick<FrozenPolicy, 'steps' | 'thenPolicies'>): readonly PolicyStep[] => [
  ...steps,
  ...thenPolicies.flatMap((one) => one.steps),
];

type Link = Pick<ChainedPolicy, 'id' | 'name' | 'thenPolicyId'>;

/** Failure of a policy that can't hand over to the one that it names; null if it can. `others`: all other policies of the team. */
export function chainFailure(saved: Link, others: readonly Link[]): Failure | null {
  if (saved.thenPolicyId == null) return null;
  const links = new Map([...others, saved].map((one) => [one.id, one]));
  for (const first of [saved, ...others]) {
    const { chain, isCircle } = followed(first, links);
    if (!chain.includes(saved)) continue;
    const names = chain.map(({ name }) => `“${name}”`);
    if (isCircle && first === saved)
      return invalid(
        `${[...names, names[0]].join(' → ')} is a circle: a page would never end. Choose another policy to hand over to.`,
      );
    if (chain.length > limits.policyChain)
      return invalid(
        `${names.join(' → ')} is a chain of ${chain.length}; at most ${limits.policyChain} policies hand over one to the other. Choose another policy.`,
      );
  }
  return null;
}

/** `isCircle`: the last one hands over to one of them. */
function followed(first: Link, links: ReadonlyMap<string, Link>) {
  const chain = [first];
  for (;;) {
    const next = links.get(chain.at(-1)?.thenPolicyId ?? '');
    if (next === undefined || chain.includes(next)) return { chain, isCircle: next !== undefined };
    chain.push(next);
  }
}

const invalid = (rule: string): Failure => failure('invalid', { field: 'thenPolicyId', rule }, rule);
