/** The second proof: a code from an authenticator app, or one sent to a phone. */
import { useState } from 'react';
import type { EnrolledFactor, SecondFactorChallenge } from '#ports/auth/auth.ts';
import { Button } from '#src/ui/button.tsx';
import { CodeField } from './code-field.tsx';
import { Problem } from './door.tsx';
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
  const byApp = factor.kind === 'totp';

  const send = () =>
    signIn.attempt('send-code', async (auth) => {
      setVerificationId((await auth.sendSecondFactorCode(challenge, factor.id)).verificationId);
    });
  const answer = () =>
    signIn.attempt('code', (auth) =>
      auth.answerSecondFactor(
        challenge,
        byApp
          ? { kind: 'totp', factorId: factor.id, code }
          : { kind: 'phone', verificationId: verificationId ?? '', code },
      ),
    );

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void (byApp || verificationId !== null ? answer() : send());
      }}
    >
      {byApp || verificationId !== null ? (
        <>
          <CodeField
            key={factor.id}
            value={code}
            onChange={setCode}
            hint={byApp ? 'The six digits that your authenticator app shows now.' : 'The six digits we sent.'}
          />
          <Problem text={signIn.error} />
          <Button
            type="submit"
            variant="primary"
            size="large"
            wide
            busy={signIn.busy === 'code' && 'Checking…'}
            disabledReason={code.length < 6 && 'Type all six digits.'}
          >
            Confirm
          </Button>
        </>
      ) : (
        <>
          <p className={styles.lead}>A code goes to the phone ending in {factor.phoneHint ?? '…'}.</p>
          <Problem text={signIn.error} />
          <Button
            type="submit"
            variant="primary"
            size="large"
            wide
            busy={signIn.busy === 'send-code' && 'Sending…'}
          >
            Send the code
          </Button>
        </>
      )}
      {challenge.factors
        .filter((other) => other.id !== factor.id)
        .map((other) => (
          <Button
            key={other.id}
            variant="quiet"
            wide
            onClick={() => {
              signIn.clear();
              setCode('');
              setFactor(other);
            }}
          >
            {other.kind === 'totp' ? 'Use an authenticator app' : 'Use a phone'}
          </Button>
        ))}
      <Button variant="quiet" wide onClick={signIn.startOver}>
        Start over
      </Button>
    </form>
  );
}
