/** The way in where there is nothing to prove: a rehearsal. */
import KeyRound from 'lucide-react/icons/key-round';
import { useControl } from '#src/data/client/ports.tsx';
import { PlainButton } from '#src/ui/plain-button.tsx';
import { DemoPeople } from './demo-people.tsx';
import { Guest } from './other-ways.tsx';
import styles from './sign-in.module.css';
import type { SignIn } from './use-sign-in.ts';
import type { SignInView } from './sign-in-view.ts';

interface PeopleProps {
  readonly signIn: SignIn;
  go(way: SignInView): void;
}

export function DemoPeopleList({ signIn, go }: PeopleProps) {
  const control = useControl();
  return (
    <>
      {control && <DemoPeople control={control} signIn={signIn} />}
      <p className={styles.divider}>or</p>
      <div className={styles.ways}>
        <PlainButton wide icon={<KeyRound className="icon" />} onClick={() => go('sign-in')}>
          Use an account of your own
        </PlainButton>
        <Guest signIn={signIn} />
      </div>
    </>
  );
}
