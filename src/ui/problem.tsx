import styles from './problem.module.css';

/** The last error, above the button that failed. */
export function ProblemText({ text }: { readonly text: string | null }) {
  return (
    <p className={styles.problem} role="alert">
      {text}
    </p>
  );
}
