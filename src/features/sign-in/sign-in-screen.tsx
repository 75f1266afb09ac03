/** Who are you? Every way in that is switched on, one at a time, the quickest first. */
import ArrowLeft from 'lucide-react/icons/arrow-left';
import KeyRound from 'lucide-react/icons/key-round';
import { useLocation, useSearch } from 'wouter';
import { followed, type FollowedKind } from '#src/live/followed.ts';
import { useControl } from '#src/live/ports.tsx';
import { Button } from '#src/ui/button.tsx';
import { AccountForm } from './account-form.tsx';
import { DemoPeople } from './demo-people.tsx';
import { Door } from './door.tsx';
import { EmailForm } from './email-form.tsx';
import { FollowedConfirm, FollowedReset, FollowedSignIn } from './followed-link.tsx';
import { Guest, OtherWays } from './other-ways.tsx';
import { PhoneForm } from './phone-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import styles from './sign-in.module.css';
import { type SignIn, useSignIn } from './use-sign-in.ts';
import { useWay, type Way } from './ways.ts';

const titles: Readonly<Record<Way, string>> = {
  people: 'Step into a rehearsal',
  'sign-in': 'Sign in',
  create: 'Create your account',
  link: 'Sign in by email',
  phone: 'Sign in by phone',
  reset: 'Choose a new password',
};

const leads: Readonly<Partial<Record<Way, string>>> = {
  people:
    'Choose who to be. The whole backend runs in this browser; open a second tab to be a second person.',
  create: 'It takes a name, an address and a password.',
  link: 'We send a link to your address. Whoever opens it is signed in: no password.',
  reset: 'Say which address you signed up with. A link to choose a new one goes there.',
};

const followedTitles: Readonly<Record<FollowedKind, string>> = {
  'sign-in': 'Almost there',
  reset: 'Choose a new password',
  confirm: 'Your account',
};

export function SignInScreen() {
  const signIn = useSignIn();
  const control = useControl();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [way, setWay] = useWay(control ? 'people' : 'sign-in');
  const link = followed(search);
  const go = (next: Way) => {
    signIn.clear();
    setWay(next);
  };

  if (signIn.challenge)
    return (
      <Door title="One more step" lead="Your account asks for a second proof that it is you.">
        <SecondFactor signIn={signIn} challenge={signIn.challenge} />
      </Door>
    );

  if (link) {
    const onDone = () => navigate(withoutCode(path, search), { replace: true });
    const props = { signIn, code: link.code, onDone };
    return (
      <Door
        title={followedTitles[link.kind]}
        lead={link.kind === 'sign-in' && 'Say which address the link was sent to, and you are in.'}
      >
        {link.kind === 'sign-in' ? (
          <FollowedSignIn {...props} link={`${location.origin}${path}?${search}`} />
        ) : link.kind === 'reset' ? (
          <FollowedReset {...props} />
        ) : (
          <FollowedConfirm {...props} />
        )}
      </Door>
    );
  }

  const back: Way | null = way === 'people' || (way === 'sign-in' && !control) ? null : backFrom(way);

  return (
    <Door title={titles[way]} lead={leads[way]}>
      <WayIn way={way} signIn={signIn} go={go} />
      {back && (
        <p className={styles.back}>
          <Button variant="quiet" icon={<ArrowLeft className="icon" />} onClick={() => go(back)}>
            {back === 'people' ? 'Back to the team' : 'Back to sign in'}
          </Button>
        </p>
      )}
    </Door>
  );
}

interface WayInProps {
  readonly way: Way;
  readonly signIn: SignIn;
  go(way: Way): void;
}

function WayIn({ way, signIn, go }: WayInProps) {
  switch (way) {
    case 'people':
      return <People signIn={signIn} go={go} />;
    case 'sign-in':
      return (
        <>
          <AccountForm signIn={signIn} purpose="sign-in" onForgotten={() => go('reset')} />
          <p className={styles.divider}>or</p>
          <OtherWays signIn={signIn} onWay={go} />
          <p className={styles.switch}>
            New here?
            <Button variant="quiet" onClick={() => go('create')}>
              Create an account
            </Button>
          </p>
        </>
      );
    case 'create':
      return <AccountForm signIn={signIn} purpose="create" onForgotten={() => go('reset')} />;
    case 'phone':
      return <PhoneForm signIn={signIn} />;
    default:
      return <EmailForm key={way} signIn={signIn} kind={way} />;
  }
}

function People({ signIn, go }: Omit<WayInProps, 'way'>) {
  const control = useControl();
  return (
    <>
      {control && <DemoPeople control={control} signIn={signIn} />}
      <p className={styles.divider}>or</p>
      <div className={styles.ways}>
        <Button wide icon={<KeyRound className="icon" />} onClick={() => go('sign-in')}>
          Use an account of your own
        </Button>
        <Guest signIn={signIn} />
      </div>
    </>
  );
}

const backFrom = (way: Way): Way => (way === 'sign-in' ? 'people' : 'sign-in');

function withoutCode(path: string, search: string): string {
  const params = new URLSearchParams(search);
  for (const name of ['mode', 'oobCode', 'continueUrl', 'lang', 'apiKey']) params.delete(name);
  const rest = params.toString();
  return rest === '' ? path : `${path}?${rest}`;
}
