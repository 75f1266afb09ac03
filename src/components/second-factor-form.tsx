import { type ComponentType, type ReactNode, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { CodeField } from '#src/ui/code-field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import styles from './second-factor-form.module.css';

export interface FactorChoice {
  readonly id: string;
  readonly kind: 'totp' | 'phone';
  readonly displayName: string | null;
  /** The number with all but its last digits hidden. */
  readonly phoneHint: string | null;
}

export interface FactorNoteProps {
  readonly factor: FactorChoice;
  onUse(code: string): void;
}

export interface SecondFactorFormProps {
  /** Which may be used; the first is offered first. */
  readonly factors: readonly FactorChoice[];
  readonly busy: 'send' | 'answer' | null;
  readonly problem: string | null;
  /** Sends a text message; what it resolves with goes back with the code, `null` when it failed. */
  onSend(factor: FactorChoice): Promise<string | null>;
  onAnswer(factor: FactorChoice, code: string, sent: string | null): void;
  /** The person turns to another factor: what went wrong before is no longer so. */
  onTurn(): void;
  /** Above the field for the code, which it may fill in. */
  readonly note?: ComponentType<FactorNoteProps>;
  /** The way out, last. */
  readonly escape?: ReactNode;
}

/** A code from an authenticator app, or one sent to a phone; any of the person's will do. */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const { factors, busy, problem, onSend, onAnswer, onTurn, note: Note, escape } = props;
  const [factor, setFactor] = useState(factors[0]);
  const [sent, setSent] = useState<string | null>(null);
  const [code, setCode] = useState('');
  if (!factor) return null;
  const ready = factor.kind === 'totp' || sent !== null;

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onAnswer(factor, code, sent);
        else void onSend(factor).then(setSent);
      }}
    >
      {ready ? (
        <>
          {Note && <Note key={`note ${factor.id}`} factor={factor} onUse={setCode} />}
          <CodeField
            key={factor.id}
            value={code}
            onChange={setCode}
            hint={
              factor.kind === 'totp'
                ? 'The six digits that your authenticator app shows now.'
                : 'The six digits we sent.'
            }
          />
        </>
      ) : (
        <p className={styles.lead}>A code goes to the phone ending in {ending(factor)}.</p>
      )}
      <ProblemText text={problem} />
      {ready ? (
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          busy={busy === 'answer' && 'Checking…'}
          disabledReason={code.length < 6 && 'Type all six digits.'}
        >
          Confirm
        </Button>
      ) : (
        <Button type="submit" variant="primary" size="large" wide busy={busy === 'send' && 'Sending…'}>
          Send the code
        </Button>
      )}
      {factors
        .filter((other) => other.id !== factor.id)
        .map((other) => (
          <Button
            key={other.id}
            variant="quiet"
            wide
            onClick={() => {
              onTurn();
              setCode('');
              setSent(null);
              setFactor(other);
            }}
          >
            {other.kind === 'totp' ? `Use ${appName(other)}` : `Use the phone ending in ${ending(other)}`}
          </Button>
        ))}
      {escape}
    </form>
  );
}

const ending = ({ phoneHint }: FactorChoice) => phoneHint?.slice(-4) ?? '…';
const appName = ({ displayName }: FactorChoice) => displayName ?? 'an authenticator app';
