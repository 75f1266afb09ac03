/** The sign-in screen while its backend opens, in its final layout. */
import { cx } from '#src/ui/cx.ts';
import { AuthLayout } from './auth-layout.tsx';
import { peopleSkeleton } from './people-skeleton.tsx';
import { firstView, leads, titles } from './sign-in-titles.ts';
import styles from './sign-in-skeleton.module.css';
import signIn from './sign-in.module.css';

export function SignInSkeleton() {
  return (
    <AuthLayout title={titles[firstView]} lead={leads[firstView]}>
      <div aria-busy="true" className={styles.coming}>
        {firstView === 'people' ? <People /> : <Form />}
      </div>
    </AuthLayout>
  );
}

/** As high as the list of the demonstration team. */
const People = () => (
  <>
    <ul className={signIn.people} aria-busy="true">
      {peopleSkeleton}
    </ul>
    <p className={signIn.divider}>or</p>
    <div className={signIn.ways}>
      <i className={styles.button} />
      <i className={styles.button} />
    </div>
  </>
);

/** As high as the form with the ways in that most installations have. */
const Form = () => (
  <>
    <div className={signIn.form}>
      <i className={styles.field} />
      <i className={styles.field} />
      <i className={cx(styles.button, styles.large)} />
      <i className={styles.button} />
    </div>
    <p className={signIn.divider}>or</p>
    <div className={signIn.ways}>
      <i className={styles.button} />
      <i className={styles.button} />
    </div>
    <p className={signIn.switch}>
      <i className={styles.button} />
    </p>
  </>
);
