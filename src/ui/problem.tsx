import styles from './problem.module.css';

/** What went wrong last, where the person looks: right above the button that failed. */
export function ProblemText({ text }: { readonly text: string | null }) {
  return (
    <p className={styles.problem} role="alert">
      {text}
    </p>
  );
}
