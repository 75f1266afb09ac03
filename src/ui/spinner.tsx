import styles from './spinner.module.css';

/** Decoration beside a text that says what is waited for. */
export function Spinner() {
  return (
    <svg className={styles.spinner} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6" className={styles.track} />
      <path d="M8 2a6 6 0 0 1 6 6" className={styles.arc} />
    </svg>
  );
}

export interface WaitingProps {
  /** Text for screen readers: "Waiting for the server". */
  readonly children: string;
}

/** Spinner with its reason. */
export function Waiting({ children }: WaitingProps) {
  return (
    <output className={styles.waiting}>
      <Spinner />
      <span>{children}</span>
    </output>
  );
}
