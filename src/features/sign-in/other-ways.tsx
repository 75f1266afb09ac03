/** The ways in besides a password: a link by email, a social account, a guest. Only what the provider can do. */
import Mail from 'lucide-react/icons/mail';
import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { useCapability } from '#src/live/ports.tsx';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { focusOnMount } from '#src/ui/focus-on-mount.ts';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './sign-in.module.css';
import type { SignIn } from './use-sign-in.ts';

/** Where the address waits until its link is followed. */
export const linkAddressKey = 'muster.sign-in-address';

export function OtherWays({ signIn }: { readonly signIn: SignIn }) {
  const canLink = useCapability('auth.email-link');
  const canSocial = useCapability('auth.social');
  const canGuest = useCapability('auth.anonymous');
  const [asking, setAsking] = useState(false);
  const [address, setAddress] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);

  const sendLink = async () => {
    const done = await signIn.attempt('link', (auth) =>
      auth.sendSignInLink(address, { continueUrl: new URL('/signin', location.href).href }),
    );
    if (!done) return;
    localStorage.setItem(linkAddressKey, address);
    setSentTo(address);
  };

  return (
    <div className={styles.ways}>
      {canSocial && (
        <Button
          wide
          onClick={() =>
            void signIn.attempt('google', (auth) => auth.signInWithProvider({ provider: 'google.com' }))
          }
          busy={signIn.busy === 'google' && 'Waiting for Google…'}
        >
          Continue with Google
        </Button>
      )}
      {canLink && !asking && (
        <Button wide icon={<Mail className="icon" />} onClick={() => setAsking(true)}>
          Email me a link
        </Button>
      )}
      {asking && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void sendLink();
          }}
        >
          <Field
            label="Send the link to"
            hint={sentTo ? `A link is on its way to ${sentTo}. Open it in this browser.` : undefined}
          >
            <TextInput
              type="email"
              inputMode="email"
              autoComplete="username"
              required
              ref={focusOnMount}
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          </Field>
          <Button type="submit" wide busy={signIn.busy === 'link' && 'Sending…'}>
            {sentTo ? 'Send it again' : 'Send link'}
          </Button>
        </form>
      )}
      {canGuest && (
        <Button
          wide
          variant="quiet"
          icon={<UserRound className="icon" />}
          onClick={() => void signIn.attempt('guest', (auth) => auth.signInAnonymously())}
          busy={signIn.busy === 'guest' && 'Letting you in…'}
        >
          Look around as a guest
        </Button>
      )}
    </div>
  );
}
