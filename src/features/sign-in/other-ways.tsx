/** The ways in besides a password, as far as the backend can do them and they are switched on. */
import Mail from 'lucide-react/icons/mail';
import Smartphone from 'lucide-react/icons/smartphone';
import UserRound from 'lucide-react/icons/user-round';
import { Suspense } from 'react';
import { useCapability } from '#src/data/client/ports.tsx';
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
  const canLink = useCapability('auth.email-link');
  const canSocial = useCapability('auth.social');
  const canPhone = useCapability('auth.phone');
  const { phoneSignIn, signInProviders } = useSettings();

  return (
    <div className={styles.ways}>
      {canSocial && (
        <PlainButton
          wide
          icon={<GoogleMark />}
          onClick={() => void signIn.attempt('google', (auth) => byProvider(auth, 'google.com'))}
          busy={signIn.busy === 'google' && 'Waiting for Google…'}
        >
          Continue with Google
        </PlainButton>
      )}
      {canSocial && signInProviders.length > 0 && (
        <Suspense>
          <signInParts.openId.Component signIn={signIn} providers={signInProviders} />
        </Suspense>
      )}
      {canLink && (
        <PlainButton wide icon={<Mail className="icon" />} onClick={() => onWay('link')}>
          Email me a link
        </PlainButton>
      )}
      {canPhone && phoneSignIn && (
        <PlainButton wide icon={<Smartphone className="icon" />} onClick={() => onWay('phone')}>
          Use a phone number
        </PlainButton>
      )}
      <Guest signIn={signIn} />
    </div>
  );
}

/** Entrance of a guest, who may only read the demonstration, where there is one. */
export function Guest({ signIn }: { readonly signIn: SignIn }) {
  const canGuest = useCapability('auth.anonymous');
  const { demonstrationTeam } = useSettings();
  if (!canGuest || demonstrationTeam === null) return null;
  return (
    <PlainButton
      wide
      variant="quiet"
      icon={<UserRound className="icon" />}
      onClick={() =>
        void signIn.attempt('guest', async (auth) => {
          await keepSession(auth, 'session');
          return auth.signInAnonymously();
        })
      }
      busy={signIn.busy === 'guest' && 'Signing in…'}
    >
      Look around as a guest
    </PlainButton>
  );
}
