import styles from './spinner.module.css';

/** A turning arc. Decoration only: the words beside it say what is waited for. */
export function Spinner() {
  return (
    <svg className={styles.spinner} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6" className={styles.track} />
      <path d="M8 2a6 6 0 0 1 6 6" className={styles.arc} />
    </svg>
  );
}

export interface WaitingProps {
  /** What is waited for: "Waiting for the server". */
  readonly children: string;
  /** How long it usually takes ("usually 2 s"); shown after a second, in space kept for it. */
  readonly usually?: string;
}

/** Nothing spins without saying what it waits for. */
export function Waiting({ children, usually }: WaitingProps) {
  return (
    <output className={styles.waiting}>
      <Spinner />
      <span>{children}</span>
      {usually ? <span className={styles.usually}>{usually}</span> : null}
    </output>
  );
}
