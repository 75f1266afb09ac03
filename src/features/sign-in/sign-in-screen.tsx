/** Who are you? Every way in that is switched on, the quickest first. */
import { useEffect, useRef, useState } from 'react';
import { useControl } from '#src/live/ports.tsx';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { AccountForm, type Purpose } from './account-form.tsx';
import { DemoPeople } from './demo-people.tsx';
import { linkAddressKey, OtherWays } from './other-ways.tsx';
import { SecondFactor } from './second-factor.tsx';
import styles from './sign-in.module.css';
import { type SignIn, useSignIn } from './use-sign-in.ts';

export function SignInScreen() {
  const signIn = useSignIn();
  const control = useControl();
  const [purpose, setPurpose] = useState<Purpose>('sign-in');
  const creating = purpose === 'create';
  const followed = signIn.auth.isSignInLink(location.href);

  return (
    <main className={styles.screen}>
      <div className={styles.column}>
        <header className={styles.header}>
          <Logo size={36} />
          <h1 className={styles.title}>{creating ? 'Create your account' : 'Sign in to Muster'}</h1>
          <p className={styles.promise}>The right people in one room when something breaks.</p>
        </header>
        <p className={styles.error} role="alert">
          {signIn.error}
        </p>
        {signIn.challenge ? (
          <SecondFactor signIn={signIn} challenge={signIn.challenge} />
        ) : followed ? (
          <FollowedLink signIn={signIn} />
        ) : (
          <>
            {control && !creating && <DemoPeople control={control} signIn={signIn} />}
            <section className={styles.section} aria-label={creating ? 'New account' : 'Your own account'}>
              {control && !creating && <h2 className={styles.divider}>or with an account of your own</h2>}
              <AccountForm key={purpose} signIn={signIn} purpose={purpose} />
              {!creating && <OtherWays signIn={signIn} />}
            </section>
            <p className={styles.switch}>
              {creating ? 'You have an account?' : 'New here?'}{' '}
              <Button
                variant="quiet"
                size="small"
                onClick={() => setPurpose(creating ? 'sign-in' : 'create')}
              >
                {creating ? 'Sign in' : 'Create an account'}
              </Button>
            </p>
          </>
        )}
      </div>
    </main>
  );
}

/** The person came back by the link in an email. The address is known in the browser that asked for it, else it is asked. */
function FollowedLink({ signIn }: { readonly signIn: SignIn }) {
  const [address, setAddress] = useState(() => localStorage.getItem(linkAddressKey) ?? '');
  const tried = useRef(false);
  const finish = (email: string) =>
    signIn.attempt('followed', async (auth) => {
      const result = await auth.signIn({ kind: 'email-link', email, link: location.href });
      localStorage.removeItem(linkAddressKey);
      return result;
    });

  useEffect(() => {
    if (tried.current || address === '') return;
    tried.current = true;
    void finish(address);
  });

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void finish(address);
      }}
    >
      <Field
        label="Your email"
        hint="The link was asked for in another browser. Say which address it was sent to."
      >
        <TextInput
          type="email"
          autoComplete="username"
          required
          value={address}
          onChange={(event) => {
            tried.current = true;
            setAddress(event.target.value);
          }}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={signIn.busy === 'followed' && 'Signing in…'}
      >
        Sign in
      </Button>
    </form>
  );
}
