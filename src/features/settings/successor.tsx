/** Holdings of a member and the choice of a successor: body of the dialogs for removal and change of role. */
import { useState } from 'react';
import { type Holding, holdingRules, holdingSentence, isLost, mayTakeOver } from '#domain/team/holdings.ts';
import type { Member, TeamRole } from '#domain/team/schema.ts';
import { explain } from '#src/data/client/errors.ts';
import { useHoldings } from '#src/data/queries/holdings.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Field } from '#src/ui/field.tsx';
import { QueryProblem } from '#src/ui/query-view.tsx';
import { Select } from '#src/ui/select.tsx';
import { Waiting } from '#src/ui/spinner.tsx';
import styles from './members.module.css';

export interface Succession {
  /** Null while loading. */
  readonly holdings: readonly Holding[] | null;
  /** A successor is required and not chosen. */
  readonly missing: boolean;
  readonly replacementId: string | null;
  choose(userId: string): void;
  /** Why it can’t be known, with a way to ask again. */
  readonly failure: { readonly meaning: string; readonly retry: () => void } | null;
}

/** `role`: what they become; null: they leave the team. */
export function useSuccession(member: Member, role: TeamRole | null): Succession {
  const { data, error, refetch } = useHoldings(member.id);
  const [replacementId, choose] = useState<string | null>(null);
  const holdings = data?.holdings.filter((holding) => isLost(holding, role)) ?? null;
  const needed = holdings?.some(({ kind }) => holdingRules[kind].needsSuccessor) ?? true;
  return {
    holdings,
    missing: holdings === null || (needed && replacementId === null),
    replacementId: holdings?.length === 0 ? null : replacementId,
    choose,
    failure: error === null ? null : { meaning: explain(error), retry: () => void refetch() },
  };
}

/** More are counted, not listed. */
const listed = 12;

export function Successor({
  member,
  succession,
}: {
  readonly member: Member;
  readonly succession: Succession;
}) {
  const { holdings, replacementId, choose, failure } = succession;
  const people = usePeople();
  if (failure !== null) return <QueryProblem title="What they hold can’t be read" failure={failure} />;
  if (holdings === null) return <Waiting>{`Looking for what ${member.displayName} holds…`}</Waiting>;
  if (holdings.length === 0) return <p className={styles.muted}>Nothing has to be handed over.</p>;
  const needed = holdings.some(({ kind }) => holdingRules[kind].needsSuccessor);
  const takers = people.all.filter((one) => mayTakeOver(member, one).allowed);
  return (
    <div className={styles.successor}>
      <div>
        <p className={styles.label}>Held by {member.displayName}</p>
        <ul className={styles.holdings}>
          {holdings.slice(0, listed).map((holding, index) => (
            <li key={index}>{holdingSentence(holding)}</li>
          ))}
          {holdings.length > listed ? <li>and {holdings.length - listed} more</li> : null}
        </ul>
      </div>
      <Field
        label="Who takes over"
        optional={!needed}
        hint="They get all of it at once, are paged where a page waits, and join the private incidents."
      >
        <Select
          options={takers.map(({ id, displayName, role }) => ({ value: id, label: displayName, hint: role }))}
          value={replacementId}
          onChange={choose}
          placeholder="Choose a person"
        />
      </Field>
    </div>
  );
}
