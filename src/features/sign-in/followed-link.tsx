/**
 * The person came here by a link in an email: it signs in, lets a new password be chosen, or changes the account. Mail scanners open links:
 * nothing is changed before a press.
 */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import type { ActionCode } from '#ports/auth/auth.ts';
import { offered } from '#src/data/client/extensions.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import type { EmailActionKind } from '#src/data/client/email-action.ts';
import { PlainButton } from '#src/ui/plain-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Waiting } from '#src/ui/spinner.tsx';
import { PasswordInput, TextInput } from '#src/ui/text-input.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { linkAddressDraft } from './link-address.ts';
import { email, newPassword } from '#src/data/account-schemas.ts';
import { keepSession } from '#src/data/client/session-mark.ts';
import styles from './sign-in.module.css';
import type { SignIn } from './use-sign-in.ts';

const addressForm = v.object({ email });
const passwordForm = v.object({ password: newPassword });

interface FollowedProps {
  readonly signIn: SignIn;
  /** The whole address that was followed. */
  readonly link: string;
  readonly code: string;
  /** The link has done what it can; on with the ordinary way in. */
  onDone(): void;
}

export function Followed({ kind, ...props }: FollowedProps & { readonly kind: EmailActionKind }) {
  switch (kind) {
    case 'sign-in':
      return <FollowedSignIn {...props} />;
    case 'reset':
      return <FollowedReset {...props} />;
    case 'confirm':
      return <FollowedConfirm {...props} />;
  }
}

/** The address is filled in in the browser that asked for the link, else it is asked. */
function FollowedSignIn({ signIn, link, onDone }: FollowedProps) {
  const [address, keepAddress] = useDraft(linkAddressDraft);
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(addressForm),
    defaultValues: { email: address },
  });
  const finish = async (to: string) => {
    const done = await signIn.attempt('followed', (auth) =>
      auth.signIn({ kind: 'email-link', email: to, link }),
    );
    if (done) keepAddress('');
  };
  const submit = handleSubmit(({ email: to }) => finish(to));
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field label="Email" error={formState.errors.email?.message}>
        <TextInput {...register('email')} type="email" inputMode="email" autoComplete="username" />
      </Field>
      <ProblemText text={signIn.error} />
      <PlainButton
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={signIn.busy === 'followed' && 'Signing in…'}
      >
        Sign in
      </PlainButton>
      <PlainButton variant="quiet" wide onClick={onDone}>
        Sign in another way
      </PlainButton>
    </form>
  );
}

/** Chooses a new password with a code from an email, and signs in with it. */
function FollowedReset({ signIn, code, onDone }: FollowedProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(passwordForm),
    defaultValues: { password: '' },
  });
  const submit = handleSubmit(async ({ password }) => {
    const done = await signIn.attempt('choose', async (auth) => {
      const mail = offered(auth.mail);
      const about = await mail.checkCode(code);
      await mail.confirmPasswordReset(code, password);
      await keepSession(auth, 'local');
      return auth.signIn({ kind: 'password', email: about.email ?? '', password });
    });
    if (done) onDone();
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field label="New password" error={formState.errors.password?.message}>
        <PasswordInput {...register('password')} autoComplete="new-password" />
      </Field>
      <ProblemText text={signIn.error} />
      <PlainButton
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={signIn.busy === 'choose' && 'Saving…'}
      >
        Save and sign in
      </PlainButton>
      <PlainButton variant="quiet" wide onClick={onDone}>
        Back to sign in
      </PlainButton>
    </form>
  );
}

interface Confirmation {
  readonly sentence: string;
  readonly button: string;
}

function confirmationOf({ operation, email, previousEmail, factor }: ActionCode): Confirmation {
  const address = email ?? 'This address';
  switch (operation) {
    case 'verify-and-change-email':
      return {
        sentence: `${address} becomes the address that you sign in with${previousEmail === null ? '' : `, in place of ${previousEmail}`}. You are signed out everywhere.`,
        button: 'Change the address',
      };
    case 'recover-email':
      return {
        sentence: `${address} becomes the address that you sign in with again. You are signed out everywhere.`,
        button: 'Take the change back',
      };
    case 'revert-second-factor':
      return {
        sentence: `The second step at sign-in ${factor?.displayName ? `“${factor.displayName}” ` : ''}is removed from ${address}. You are signed out everywhere.`,
        button: 'Remove the second step',
      };
    default:
      return { sentence: `Confirm that ${address} is yours.`, button: 'Confirm the address' };
  }
}

/** Confirms an address, takes a change of it or a second step back: says which, and waits for a press. */
function FollowedConfirm({ signIn, code, onDone }: FollowedProps) {
  const [about, setAbout] = useState<ActionCode | null>(null);
  const [done, setDone] = useState(false);
  const look = useEffectEvent(() => {
    void signIn.attempt('look', async (auth) => setAbout(await offered(auth.mail).checkCode(code)));
  });
  useEffect(() => look(), []);
  const confirm = async () => {
    const applied = await signIn.attempt('confirm', async (auth) => {
      await offered(auth.mail).applyCode(code);
      // A signed-in person here learns of it; some of these links end every session, this one too.
      await auth.reload().catch(() => undefined);
    });
    setDone(applied);
  };
  const confirmation = about && confirmationOf(about);
  return (
    <div className={styles.form}>
      <ProblemText text={signIn.error} />
      {done ? (
        <output className={styles.sent}>Done. Your account is up to date.</output>
      ) : (
        confirmation === null && signIn.error === null && <Waiting>Checking the link…</Waiting>
      )}
      {confirmation !== null && !done ? (
        <>
          <p className={styles.sent}>{confirmation.sentence}</p>
          <PlainButton
            variant="primary"
            size="large"
            wide
            busy={signIn.busy === 'confirm' && 'Saving…'}
            onClick={() => void confirm()}
          >
            {confirmation.button}
          </PlainButton>
        </>
      ) : null}
      <PlainButton
        variant={done || confirmation === null ? 'primary' : 'quiet'}
        size="large"
        wide
        onClick={onDone}
      >
        {done || confirmation === null ? 'Go on to Muster' : 'Leave it as it is'}
      </PlainButton>
    </div>
  );
}
