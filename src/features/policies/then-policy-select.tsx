/** Selection of what follows a policy's last step: the fallback people, or another policy. */
import { chainFailure, type ChainedPolicy } from '#domain/policy/chain.ts';
import { usePolicies } from '#src/data/queries/on-call.ts';
import { Select } from '#src/ui/select.tsx';

interface ThenPolicySelectProps {
  /** The policy of the editor. */
  readonly policy: ChainedPolicy;
  readonly onChange: (thenPolicyId: string | null) => void;
}

const stop = '';

/** Offers no policy that the server would refuse. */
export function ThenPolicySelect({ policy, onChange }: ThenPolicySelectProps) {
  const policies = usePolicies().data?.items.map(({ value }) => value);
  const others = (policies ?? []).filter(({ id }) => id !== policy.id);
  const chosen = policy.thenPolicyId ?? null;
  const offered = others.filter(
    ({ id }) => id === chosen || chainFailure({ ...policy, thenPolicyId: id }, others) === null,
  );
  const isGone = policies !== undefined && chosen !== null && !offered.some(({ id }) => id === chosen);
  return (
    <Select
      options={[
        { value: stop, label: 'Stop' },
        ...offered.map(({ id, name }) => ({ value: id, label: `Hand over to ${name}` })),
        ...(isGone ? [{ value: chosen, label: 'Hand over to a policy that is gone' }] : []),
      ]}
      value={chosen ?? stop}
      onChange={(value) => onChange(value === stop ? null : value)}
    />
  );
}
