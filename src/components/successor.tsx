/** Holdings of a member and the choice of a successor. */
import { type Holding, holdingRules, holdingSentence } from '#domain/team/holdings.ts';
import type { Member } from '#domain/team/schema.ts';
import { Field } from '#src/ui/field.tsx';
import { QueryProblem } from '#src/ui/query-view.tsx';
import { Select } from '#src/ui/select.tsx';
import { Waiting } from '#src/ui/spinner.tsx';
import styles from './successor.module.css';

/** More are counted, not listed. */
const listed = 12;

/** Without holdings no successor is asked for. */
const isChoiceOffered = (holdings: readonly Holding[]): boolean =>
  holdings.some(({ kind }) => holdingRules[kind].isHandedOver);

interface SuccessorProps {
  /** The member’s name; null: the person themselves. */
  readonly name: string | null;
  /** Null while loading. */
  readonly holdings: readonly Holding[] | null;
  readonly takers: readonly Pick<Member, 'id' | 'displayName' | 'role'>[];
  readonly replacementId: string | null;
  readonly onChoose: (userId: string) => void;
  readonly failure: { readonly meaning: string; readonly retry: () => void } | null;
}

export function Successor({ name, holdings, takers, replacementId, onChoose, failure }: SuccessorProps) {
  const title = name === null ? 'What you hold can’t be read' : 'What they hold can’t be read';
  if (failure !== null) return <QueryProblem title={title} failure={failure} />;
  if (holdings === null)
    return (
      <Waiting>{name === null ? 'Looking for what you hold…' : `Looking for what ${name} holds…`}</Waiting>
    );
  if (holdings.length === 0) return <p className={styles.muted}>Nothing has to be handed over.</p>;
  const needed = holdings.some(({ kind }) => holdingRules[kind].needsSuccessor);
  return (
    <div className={styles.successor}>
      <div>
        <p className={styles.label}>Held by {name ?? 'you'}</p>
        <ul className={styles.holdings}>
          {holdings.slice(0, listed).map((holding, index) => (
            <li key={index}>{holdingSentence(holding)}</li>
          ))}
          {holdings.length > listed ? <li>and {holdings.length - listed} more</li> : null}
        </ul>
      </div>
      {isChoiceOffered(holdings) ? (
        <Field
          label="Who takes over"
          optional={!needed}
          hint="They get all of it at once, are paged where a page waits, and join the private incidents."
        >
          <Select
            options={takers.map(({ id, displayName, role }) => ({
              value: id,
              label: displayName,
              hint: role,
            }))}
            value={replacementId}
            onChange={onChoose}
            placeholder="Choose a person"
          />
        </Field>
      ) : null}
    </div>
  );
}
