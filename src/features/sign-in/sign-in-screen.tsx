/** Sign-in screen: every enabled sign-in method, one view at a time. */
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Suspense, useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { firstInput } from '#src/data/client/first-input.ts';
import { markFirstScreenRendered } from '#src/data/client/first-screen-idle.ts';
import { parseEmailAction, type EmailActionKind } from '#src/data/client/email-action.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { PlainButton } from '#src/ui/plain-button.tsx';
import { canTellIdle, whenIdle } from '#src/data/client/when-idle.ts';
import { AuthLayout } from './auth-layout.tsx';
import { OtherWays } from './other-ways.tsx';
import { loadSignInParts, signInParts } from './parts.ts';
import styles from './sign-in.module.css';
import { type OnAttempt, type SignIn, useSignIn } from './use-sign-in.ts';
import { leads, titles } from './sign-in-titles.ts';
import { useSignInView, type SignInView } from './sign-in-view.ts';

const emailActionTitles: Readonly<Record<EmailActionKind, string>> = {
  'sign-in': 'Almost there',
  reset: 'Choose a new password',
  confirm: 'Your account',
};

export interface SignInScreenProps {
  /** An attempt to sign in begins or ends; this screen is needed until then. */
  readonly onAttempt?: OnAttempt;
}

export function SignInScreen({ onAttempt }: SignInScreenProps) {
  usePreload();
  const control = useControl();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [way, setWay] = useSignInView(control ? 'people' : 'sign-in');
  const signIn = useSignIn(onAttempt, way);
  const link = parseEmailAction(search);
  const go = (next: SignInView) => {
    signIn.clear();
    setWay(next);
  };

  if (signIn.challenge)
    return (
      <AuthLayout title="One more step" lead="Your account needs a second factor.">
        <Suspense>
          <signInParts.secondFactor.Component signIn={signIn} challenge={signIn.challenge} />
        </Suspense>
      </AuthLayout>
    );

  if (link) {
    const onDone = () => navigate(withoutCode(path, search), { replace: true });
    return (
      <AuthLayout
        title={emailActionTitles[link.kind]}
        lead={link.kind === 'sign-in' && 'Enter the address that the link was sent to.'}
      >
        <Suspense>
          <signInParts.followed.Component
            kind={link.kind}
            code={link.code}
            link={`${location.origin}${path}?${search}`}
            signIn={signIn}
            onDone={onDone}
          />
        </Suspense>
      </AuthLayout>
    );
  }

  const back: SignInView | null = way === 'people' || (way === 'sign-in' && !control) ? null : backFrom(way);

  return (
    <AuthLayout title={titles[way]} lead={leads[way]}>
      <Suspense>
        <WayIn way={way} signIn={signIn} go={go} />
      </Suspense>
      {back && (
        <p className={styles.back}>
          <PlainButton variant="quiet" icon={<ArrowLeft className="icon" />} onClick={() => go(back)}>
            {back === 'people' ? 'Back to the team' : 'Back to sign in'}
          </PlainButton>
        </p>
      )}
    </AuthLayout>
  );
}

interface WayInProps {
  readonly way: SignInView;
  readonly signIn: SignIn;
  go(way: SignInView): void;
}

function WayIn({ way, signIn, go }: WayInProps) {
  switch (way) {
    case 'people':
      return <signInParts.people.Component signIn={signIn} go={go} />;
    case 'sign-in':
      return (
        <>
          <signInParts.account.Component
            key={way}
            signIn={signIn}
            purpose={way}
            onForgotten={signIn.auth.mail && (() => go('reset'))}
          />
          <OtherWays signIn={signIn} onWay={go} />
          <p className={styles.switch}>
            New here?
            <PlainButton variant="quiet" onClick={() => go('create')}>
              Create an account
            </PlainButton>
          </p>
        </>
      );
    case 'create':
      return (
        <signInParts.account.Component
          key={way}
          signIn={signIn}
          purpose={way}
          onForgotten={signIn.auth.mail && (() => go('reset'))}
        />
      );
    case 'phone':
      return <signInParts.phone.Component signIn={signIn} />;
    default:
      return <signInParts.email.Component key={way} signIn={signIn} kind={way} />;
  }
}

/** Runs the next step's scripts in time for it: they are part of home's too, and no script of that runs while nobody is there. */
function usePreload(): void {
  useEffect(() => {
    markFirstScreenRendered('sign-in');
    if (!canTellIdle()) return undefined;
    let over = false;
    void firstInput().then(() => {
      if (!over) whenIdle(() => void loadSignInParts().catch(() => undefined));
    });
    return () => {
      over = true;
    };
  }, []);
}

const backFrom = (way: SignInView): SignInView => (way === 'sign-in' ? 'people' : 'sign-in');

function withoutCode(path: string, search: string): string {
  const params = new URLSearchParams(search);
  for (const name of ['mode', 'oobCode', 'continueUrl', 'lang', 'apiKey']) params.delete(name);
  const rest = params.toString();
  return rest === '' ? path : `${path}?${rest}`;
}
