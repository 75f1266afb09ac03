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
  /** Usable factors; the first is selected. */
  readonly factors: readonly FactorChoice[];
  readonly busy: 'send' | 'answer' | null;
  readonly problem: string | null;
  /** Sends a text message. Resolves with the verification id for `onAnswer`; null if it failed. */
  onSend(factor: FactorChoice): Promise<string | null>;
  onAnswer(factor: FactorChoice, code: string, sent: string | null): void;
  /** Called when another factor is selected: errors are obsolete. */
  onTurn(): void;
  /** Shown above the code field, which it may fill in. */
  readonly note?: ComponentType<FactorNoteProps>;
  /** Cancel button, last. */
  readonly escape?: ReactNode;
}

/** Form for the code of a second factor: authenticator app or phone. */
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
