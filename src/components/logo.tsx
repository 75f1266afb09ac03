import styles from './logo.module.css';

/** Muster's mark and name. */
export function Logo({ size = 20, word = false }: { readonly size?: number; readonly word?: boolean }) {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className={styles.mark}>
        <path d="M14 16H8.5A5.5 5.5 0 1 1 14 10.5z" />
        <path d="M14 18v5.5A5.5 5.5 0 1 1 8.5 18z" />
        <path d="M16 18h5.5a5.5 5.5 0 1 1-5.5 5.5z" />
        <circle cx="24" cy="8" r="4.75" className={styles.coming} />
      </svg>
      {word ? <span className={styles.word}>Muster</span> : <span className="visually-hidden">Muster</span>}
    </span>
  );
}
