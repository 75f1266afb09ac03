/** Screens before the app has started, or if it can't. */
import { ErrorState } from '#src/ui/empty-state.tsx';
import { Logo } from '#src/components/logo.tsx';
import styles from './start.module.css';

/** Blank at first, so that a quick start does not flash; then the reason of the wait. */
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
        meaning="The backend could not be opened: the network may be down, or Muster is not set up correctly."
        advice="Reload to try again. If it stays like this, tell whoever runs this Muster; the browser’s console says more."
        action={
          <button type="button" className={styles.reload} onClick={() => location.reload()}>
            Reload Muster
          </button>
        }
      />
    </main>
  );
}
