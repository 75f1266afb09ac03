/** The members of the demonstration team: enter as one of them with one click. */
import { useQuery } from '@tanstack/react-query';
import ArrowRight from 'lucide-react/icons/arrow-right';
import type { Control, DemoAccount } from '#ports/control.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import styles from './sign-in.module.css';
import type { SignIn } from './use-sign-in.ts';

export function DemoPeople({ control, signIn }: { readonly control: Control; readonly signIn: SignIn }) {
  const { data: accounts } = useQuery({ queryKey: ['demo-accounts'], queryFn: () => control.accounts() });
  const enter = (account: DemoAccount) =>
    signIn.attempt(account.name, async (auth) => {
      // For this tab alone, so that a second tab can be somebody else.
      await auth.setPersistence('session');
      return auth.signIn(account.credential);
    });

  return (
    <section className={styles.section} aria-labelledby="demo-people">
      <h2 id="demo-people" className={styles.heading}>
        Look around as one of the team
      </h2>
      <p className={styles.lead}>
        This is a rehearsal: the whole backend runs in this browser. Open a second tab to be a second person.
      </p>
      <ul className={styles.people}>
        {accounts
          ? accounts.map((account) => (
              <li key={account.name}>
                <button
                  type="button"
                  className={styles.person}
                  aria-busy={signIn.busy === account.name}
                  onClick={() => void enter(account)}
                >
                  <Avatar person={{ id: account.name, name: account.name }} size="large" decorative />
                  <span className={styles.who}>
                    <span className={styles.name}>{account.name}</span>
                    <span className={styles.what}>{account.description}</span>
                  </span>
                  {signIn.busy === account.name ? (
                    <Spinner />
                  ) : (
                    <ArrowRight className="icon" aria-hidden="true" />
                  )}
                </button>
              </li>
            ))
          : skeletons}
      </ul>
    </section>
  );
}

/** As high as the list that comes, so that nothing below it jumps. */
const skeletons = Array.from({ length: 5 }, (_, index) => (
  <li key={index} aria-hidden="true">
    <span className={styles.person} />
  </li>
));
