/** Why the wait, once a start takes longer than usual. Over the shell, so that nothing moves. */
import styles from './start.module.css';

export const SlowStart = () => (
  <output className={styles.slow}>Opening Muster. This usually takes a second.</output>
);
