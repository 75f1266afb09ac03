/** The demonstration team while it loads: as many rows, each as high as a name over a description. */
import styles from './sign-in.module.css';

/** Never seen: of the usual length, so that it takes as many lines. */
const description = 'Responder. Platform engineer. Takes turns on call for search and identity.';

export const peopleSkeleton = Array.from({ length: 8 }, (_, index) => (
  <li key={index} aria-hidden="true">
    <span className={styles.person}>
      <span className={styles.unseen}>
        <span className={styles.name}>Name</span>
        <span className={styles.what}>{description}</span>
      </span>
    </span>
  </li>
));
