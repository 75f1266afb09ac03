/** Who is paged for a service right now. */
import { useMemo } from 'react';
import { recipientResolver } from '#domain/page/recipient-resolver.ts';
import { unmetCondition } from '#domain/policy/condition.ts';
import type { Policy } from '#domain/policy/schema.ts';
import type { Service } from '#domain/service/schema.ts';
import { useServerNow } from '#src/data/client/clock.tsx';
import { usePolicies, useRoster } from '#src/data/queries/on-call.ts';

/** The people of each step of a policy as they resolve now, for an alert of severity error; empty where its condition does not hold; null until all of it has been read. */
export function useAskedNow(): ((policy: Policy) => readonly (readonly string[])[]) | null {
  const roster = useRoster();
  const now = useServerNow(60_000);
  return useMemo(() => {
    if (roster === null) return null;
    const resolver = recipientResolver(roster);
    return (policy) =>
      policy.steps.map(({ targets, condition }) =>
        unmetCondition(condition, { urgency: 'high', priority: { incident: null, alert: 'error' } }, now) ===
        null
          ? [...new Set(targets.flatMap((target) => [...resolver.find(target, now)]))]
          : [],
      );
  }, [roster, now]);
}

/** The people of the first step that finds somebody; empty for nobody, null until it is known. */
export function useFirstAsked(): (service: Service) => readonly string[] | null {
  const asked = useAskedNow();
  const policies = usePolicies().data?.items;
  return ({ policyId }) => {
    if (policyId === null) return [];
    if (asked === null || policies === undefined) return null;
    const policy = policies.find(({ value }) => value.id === policyId)?.value;
    return policy === undefined ? [] : (asked(policy).find((people) => people.length > 0) ?? []);
  };
}
