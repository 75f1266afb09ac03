/** Before there is an app. */
import { ErrorState } from '#src/ui/empty-state.tsx';
import { Logo } from '#src/components/logo.tsx';
import styles from './start.module.css';

/** Blank for a moment, so that a quick start shows nothing; then says what it waits for. */
export function Starting() {
  return (
    <main className={styles.start} aria-busy="true">
      <div className={styles.late}>
        <Logo size={28} />
        <p>Opening Muster. This usually takes a second.</p>
      </div>
    </main>
  );
}

export function StartFailed() {
  return (
    <main className={styles.start}>
      <h1 className="visually-hidden">Muster</h1>
      <ErrorState
        title="Muster could not start"
        meaning="The backend could not be opened: the network may be down, or this Muster is not set up right."
        advice="Reload to try again. If it stays like this, tell whoever runs this Muster; the browser’s console says more."
        action={
          <a className={styles.reload} href={location.href}>
            Reload Muster
          </a>
        }
      />
    </main>
  );
}
