/** First recipients of a service's page now. */
import { useMemo } from 'react';
import type { Page } from '#domain/page/schema.ts';
import { recipientResolver } from '#domain/page/recipient-resolver.ts';
import { unmetCondition } from '#domain/policy/condition.ts';
import { stepsOfChain } from '#domain/policy/chain.ts';
import type { Policy } from '#domain/policy/schema.ts';
import type { Service } from '#domain/service/schema.ts';
import {
  useFrozenPolicy,
  useOverrides,
  usePolicies,
  useRoster,
  useRotaNow,
  useSchedules,
} from '#src/data/queries/on-call.ts';
import { allAnswered } from '#src/data/client/view.ts';

type Asked = (policy: Pick<Policy, 'steps'>, urgency: Page['urgency']) => readonly (readonly string[])[];

/** The commonest severity of each urgency. */
const alertOf = { high: 'error', low: 'warning' } as const;

/** The recipients of each step at present, none for a step whose condition does not hold; null while data is loading. */
export function useAskedNow(): Asked | null {
  const roster = useRoster();
  const now = useRotaNow();
  return useMemo(() => {
    if (roster === null) return null;
    const resolver = recipientResolver(roster);
    return (policy, urgency) => {
      const about = { urgency, priority: { incident: null, alert: alertOf[urgency] } };
      return policy.steps.map(({ targets, condition }) =>
        unmetCondition(condition, about, now) === null
          ? [...new Set(targets.flatMap((target) => [...resolver.find(target, now)]))]
          : [],
      );
    };
  }, [roster, now]);
}

/** Whether what `useFirstAsked` reads has been read, or has failed. */
export const useFirstAskedRead = (): boolean => allAnswered(useSchedules(), useOverrides(), usePolicies());

/** Recipients of the first step with any, policies handed over to included; empty for nobody, null while loading. */
export function useFirstAsked(): (service: Service) => readonly string[] | null {
  const asked = useAskedNow();
  const policies = usePolicies().data?.items;
  const frozen = useFrozenPolicy();
  return ({ policyId }) => {
    if (policyId === null) return [];
    if (asked === null || policies === undefined) return null;
    const policy = policies.find(({ value }) => value.id === policyId)?.value;
    if (policy === undefined) return [];
    const steps = [...stepsOfChain(frozen(policy))];
    return asked({ steps }, 'high').find((people) => people.length > 0) ?? [];
  };
}
