/** The second proof: a code from an authenticator app, or one sent to a phone. */
import { useState } from 'react';
import type { EnrolledFactor, SecondFactorChallenge } from '#ports/auth/auth.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { focusOnMount } from '#src/ui/focus-on-mount.ts';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './sign-in.module.css';
import type { SignIn } from './use-sign-in.ts';

interface SecondFactorProps {
  readonly signIn: SignIn;
  readonly challenge: SecondFactorChallenge;
}

export function SecondFactor({ signIn, challenge }: SecondFactorProps) {
  const [factor, setFactor] = useState<EnrolledFactor | undefined>(challenge.factors[0]);
  const [verificationId, setVerificationId] = useState<string | null>(null);
  const [code, setCode] = useState('');
  if (!factor) return null;

  const send = () =>
    signIn.attempt('send-code', async (auth) => {
      setVerificationId((await auth.sendSecondFactorCode(challenge, factor.id)).verificationId);
    });
  const answer = () =>
    signIn.attempt('code', (auth) =>
      auth.answerSecondFactor(
        challenge,
        factor.kind === 'totp'
          ? { kind: 'totp', factorId: factor.id, code }
          : { kind: 'phone', verificationId: verificationId ?? '', code },
      ),
    );
  const ready = factor.kind === 'totp' || verificationId !== null;

  return (
    <section className={styles.section} aria-labelledby="second-factor">
      <h2 id="second-factor" className={styles.heading}>
        One more step
      </h2>
      <p className={styles.lead}>
        {factor.kind === 'totp'
          ? 'Type the code that your authenticator app shows now.'
          : `A code goes to the phone ending in ${factor.phoneHint ?? '…'}.`}
      </p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void answer();
        }}
      >
        {ready ? (
          <>
            <Field label="Code" compact>
              <TextInput
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={6}
                required
                ref={focusOnMount}
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            </Field>
            <Button
              type="submit"
              variant="primary"
              size="large"
              wide
              busy={signIn.busy === 'code' && 'Checking…'}
            >
              Confirm
            </Button>
          </>
        ) : (
          <Button
            variant="primary"
            size="large"
            wide
            onClick={() => void send()}
            busy={signIn.busy === 'send-code' && 'Sending…'}
          >
            Send the code
          </Button>
        )}
        {challenge.factors
          .filter((other) => other.id !== factor.id)
          .map((other) => (
            <Button key={other.id} variant="quiet" wide onClick={() => setFactor(other)}>
              {other.kind === 'totp' ? 'Use an authenticator app' : 'Use a phone'}
            </Button>
          ))}
        <Button variant="quiet" wide onClick={signIn.startOver}>
          Start over
        </Button>
      </form>
    </section>
  );
}
