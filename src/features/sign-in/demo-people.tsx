/** The members of the demonstration team: enter as one of them with one click. */
import { useQuery } from '@tanstack/react-query';
import ArrowRight from 'lucide-react/icons/arrow-right';
import type { Control, DemoAccount } from '#ports/control.ts';
import { explain } from '#src/data/client/errors.ts';
import { keepSession } from '#src/data/client/session-mark.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { PlainButton } from '#src/ui/plain-button.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { peopleSkeleton } from './people-skeleton.tsx';
import styles from './sign-in.module.css';
import type { SignIn } from './use-sign-in.ts';

interface DemoPeopleProps {
  readonly control: Control;
  readonly signIn: SignIn;
}

export function DemoPeople({ control, signIn }: DemoPeopleProps) {
  const {
    data: accounts,
    error,
    refetch,
  } = useQuery({
    queryKey: ['demo-accounts'],
    queryFn: () => control.accounts(),
    networkMode: 'always',
    retry: false,
  });
  const enter = (account: DemoAccount) =>
    signIn.attempt(account.name, async (auth) => {
      // Session of this tab alone, so that a second tab can be somebody else.
      await keepSession(auth, 'session');
      return auth.signIn(account.credential);
    });

  if (error)
    return (
      <>
        <ProblemText text={explain(error)} />
        <PlainButton wide onClick={() => void refetch()}>
          Ask again
        </PlainButton>
      </>
    );
  return (
    <>
      <ProblemText text={signIn.error} />
      <ul className={styles.people} aria-label="The demonstration team" aria-busy={accounts === undefined}>
        {accounts
          ? accounts.map((account) => (
              <li key={account.name}>
                <button
                  type="button"
                  className={styles.person}
                  aria-busy={signIn.busy === account.name}
                  onClick={() => void enter(account)}
                >
                  <Avatar person={{ id: idOf(account), name: account.name }} size="large" decorative />
                  <span className={styles.who}>
                    <span className={styles.name}>{account.name}</span>
                    <span className={styles.what}>{account.description}</span>
                  </span>
                  {signIn.busy === account.name ? (
                    <Spinner />
                  ) : (
                    <ArrowRight className={styles.arrow} aria-hidden="true" />
                  )}
                </button>
              </li>
            ))
          : peopleSkeleton}
      </ul>
    </>
  );
}

/** Id that decides a person's colour in the team, so that it is the same here. */
const idOf = ({ name, credential }: DemoAccount) =>
  credential.kind === 'password' ? (credential.email.split('@')[0] ?? name) : name;
