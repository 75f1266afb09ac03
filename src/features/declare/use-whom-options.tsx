/** Options of the recipients: members and policies. */
import Route from 'lucide-react/icons/route';
import { useMemo } from 'react';
import { usePolicies } from '#src/data/queries/on-call.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { useView, type ViewFailure } from '#src/data/client/view.ts';
import { Avatar } from '#src/components/avatar.tsx';
import type { ComboboxOption } from '#src/ui/combobox.tsx';
import { isResponder } from '#domain/permissions.ts';

export function useWhomOptions(): {
  readonly options: readonly ComboboxOption[];
  /** The name behind `person:id` or `policy:id`. */
  nameOf(id: string): string;
  /** Failure to read some of the options. */
  readonly failure: ViewFailure | null;
  readonly unread: string;
} {
  const people = usePeople();
  const { me } = useTeam();
  const readPolicies = useView(usePolicies());
  const policies = readPolicies.data?.items;
  return useMemo(() => {
    const options: ComboboxOption[] = [
      ...(policies ?? []).map(({ value }) => ({
        id: `policy:${value.id}`,
        label: value.name,
        hint: `Policy of ${value.steps.length} ${value.steps.length === 1 ? 'step' : 'steps'}`,
        lead: <Route className="icon" />,
      })),
      ...people.all.filter(isResponder).map(({ id, displayName }) => ({
        id: `person:${id}`,
        label: displayName,
        hint: id === me.id ? 'You' : undefined,
        lead: <Avatar person={{ id, name: displayName }} size="small" decorative />,
      })),
    ];
    return {
      options,
      nameOf: (id) => options.find((option) => option.id === id)?.label ?? 'someone',
      failure: people.failure ?? readPolicies.failure,
      unread: people.failure ? 'The people' : 'The policies',
    };
  }, [people, policies, readPolicies.failure, me.id]);
}
