import { Skeleton } from '#src/ui/skeleton.tsx';
import styles from './screen-skeleton.module.css';

/** The shape that most screens have: a title, then rows. */
export function ScreenSkeleton() {
  return (
    <div className={styles.screen}>
      <div className={styles.title} />
      <Skeleton label="Opening the screen" shape="rows" count={6} />
    </div>
  );
}
