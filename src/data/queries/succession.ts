/** The choice of who takes over what a member holds: for removal, leaving and a change of role. */
import { useState } from 'react';
import { type Holding, holdingRules, isLost, mayTakeOver } from '#domain/team/holdings.ts';
import type { Member, TeamRole } from '#domain/team/schema.ts';
import { explain } from '../client/errors.ts';
import { useHoldings } from './holdings.ts';
import { usePeople } from './team.tsx';

/** Holdings to hand over, and the choice of a successor. */
interface SuccessionChoice {
  /** Null while loading. */
  readonly holdings: readonly Holding[] | null;
  /** Members who may take over, by name. */
  readonly takers: readonly Pick<Member, 'id' | 'displayName' | 'role'>[];
  readonly replacementId: string | null;
  onChoose(userId: string): void;
  /** Failure to read the holdings, with a retry. */
  readonly failure: { readonly meaning: string; readonly retry: () => void } | null;
}

interface Succession {
  readonly choice: SuccessionChoice;
  /** A successor is required and not chosen. */
  readonly missing: boolean;
  readonly replacementId: string | null;
}

/** `role`: what they become; null: they leave the team. */
export function useSuccession(member: Member, role: TeamRole | null): Succession {
  const { data, error, refetch } = useHoldings(member.id);
  const people = usePeople();
  const [chosen, onChoose] = useState<string | null>(null);
  const holdings = data?.holdings.filter((holding) => isLost(holding, role)) ?? null;
  const needed = holdings?.some(({ kind }) => holdingRules[kind].needsSuccessor) ?? true;
  const takers = people.all.filter((one) => mayTakeOver(member, one).allowed);
  const failure = error === null ? null : { meaning: explain(error), retry: () => void refetch() };
  return {
    choice: { holdings, takers, replacementId: chosen, onChoose, failure },
    missing: holdings === null || (needed && chosen === null),
    replacementId: holdings?.length === 0 ? null : chosen,
  };
}
