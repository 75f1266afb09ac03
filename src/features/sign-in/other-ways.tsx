/** The ways in besides a password, as far as the backend can do them and they are switched on. */
import Mail from 'lucide-react/icons/mail';
import Smartphone from 'lucide-react/icons/smartphone';
import UserRound from 'lucide-react/icons/user-round';
import { Suspense } from 'react';
import { useOfferedProviders } from '#src/data/client/offered-providers.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { keepSession } from '#src/data/client/session-mark.ts';
import { PlainButton } from '#src/ui/plain-button.tsx';
import { byProvider } from './by-provider.ts';
import { GoogleMark } from './google-mark.tsx';
import { signInParts } from './parts.ts';
import styles from './sign-in.module.css';
import type { SignIn } from './use-sign-in.ts';
import type { SignInView } from './sign-in-view.ts';

interface OtherWaysProps {
  readonly signIn: SignIn;
  onWay(way: SignInView): void;
}

export function OtherWays({ signIn, onWay }: OtherWaysProps) {
  const { links, social, phone } = signIn.auth;
  const { phoneSignIn } = useSettings();
  const offered = useOfferedProviders();
  const others = offered.filter(({ id }) => id !== 'google.com');
  if (!links && !social && !phone && !signIn.auth.guests) return null;

  return (
    <>
      <p className={styles.divider}>or</p>
      <div className={styles.ways}>
        {others.length < offered.length && (
          <PlainButton
            wide
            icon={<GoogleMark />}
            onClick={() => void signIn.attempt('google', (auth) => byProvider(auth, 'google.com'))}
            busy={signIn.busy === 'google' && 'Waiting for Google…'}
          >
            Continue with Google
          </PlainButton>
        )}
        {(others.length > 0 || signIn.auth.passkeys) && (
          <Suspense>
            <signInParts.openId.Component signIn={signIn} providers={others} />
          </Suspense>
        )}
        {links && (
          <PlainButton wide icon={<Mail className="icon" />} onClick={() => onWay('link')}>
            Email me a link
          </PlainButton>
        )}
        {phone && phoneSignIn && (
          <PlainButton wide icon={<Smartphone className="icon" />} onClick={() => onWay('phone')}>
            Use a phone number
          </PlainButton>
        )}
        <Guest signIn={signIn} />
      </div>
    </>
  );
}

/** Entrance of a guest, who may only read the demonstration, where there is one. */
export function Guest({ signIn }: { readonly signIn: SignIn }) {
  const { guests } = signIn.auth;
  const { demonstrationTeam } = useSettings();
  if (!guests || demonstrationTeam === null) return null;
  return (
    <PlainButton
      wide
      variant="quiet"
      icon={<UserRound className="icon" />}
      onClick={() =>
        void signIn.attempt('guest', async (auth) => {
          await keepSession(auth, 'session');
          return guests.signIn();
        })
      }
      busy={signIn.busy === 'guest' && 'Signing in…'}
    >
      Look around as a guest
    </PlainButton>
  );
}
