import { Skeleton } from '#src/ui/skeleton.tsx';
import styles from './screen-skeleton.module.css';

/** A title and rows, as most screens have. */
export function ScreenSkeleton() {
  return (
    <div className={styles.screen}>
      <div className={styles.title} />
      <Skeleton label="Opening the screen" shape="rows" count={6} />
    </div>
  );
}
