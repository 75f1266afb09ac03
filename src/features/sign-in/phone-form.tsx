/** A phone number, then the code that was sent to it. */
import { useId, useState } from 'react';
import { PlainButton } from '#src/ui/plain-button.tsx';
import { CodeField } from '#src/ui/code-field.tsx';
import { dialled, PhoneField } from '#src/ui/phone-field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { RehearsalMail } from './rehearsal-mail.tsx';
import styles from './sign-in.module.css';
import type { SignIn } from './use-sign-in.ts';
import { offered } from '#src/data/client/extensions.ts';
import { keepSession } from '#src/data/client/session-mark.ts';

export function PhoneForm({ signIn }: { readonly signIn: SignIn }) {
  const [number, setNumber] = useState('');
  const [sent, setSent] = useState<{ readonly to: string; readonly verificationId: string } | null>(null);
  const [code, setCode] = useState('');
  const challengeId = useId();

  const send = () =>
    signIn.attempt('phone', async (auth) => {
      const to = dialled(number);
      const { verificationId } = await offered(auth.phone).sendCode(to, { containerId: challengeId });
      setSent({ to, verificationId });
    });
  const finish = (verificationId: string) =>
    signIn.attempt('phone', async (auth) => {
      await keepSession(auth, 'local');
      return auth.signIn({ kind: 'phone', verificationId, code });
    });

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void (sent ? finish(sent.verificationId) : send());
      }}
    >
      {sent ? (
        <>
          <RehearsalMail to={sent.to} action="Use it" />
          <CodeField value={code} onChange={setCode} hint={`Sent to ${sent.to}.`} />
        </>
      ) : (
        <PhoneField value={number} onChange={setNumber} />
      )}
      <div id={challengeId} />
      <ProblemText text={signIn.error} />
      <PlainButton
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={signIn.busy === 'phone' && (sent ? 'Signing in…' : 'Sending…')}
      >
        {sent ? 'Sign in' : 'Send a code'}
      </PlainButton>
      {sent && (
        <PlainButton variant="quiet" wide onClick={() => setSent(null)}>
          Use another number
        </PlainButton>
      )}
    </form>
  );
}
