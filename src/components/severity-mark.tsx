import { cx } from '#src/ui/cx.ts';
import styles from './severity-mark.module.css';

export type SeverityLevel = 1 | 2 | 3 | 4 | 5;

const words: Record<SeverityLevel, string> = {
  1: 'Critical',
  2: 'Major',
  3: 'Moderate',
  4: 'Minor',
  5: 'Cosmetic',
};

// Weight falls with severity: octagon, triangle, diamond, half disc, ring.
const shapes: Record<SeverityLevel, string> = {
  1: 'M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z',
  2: 'M8 1.4 15.4 14.2H.6z',
  3: 'M8 .8 15.2 8 8 15.2.8 8z',
  4: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zm0 1.6v8.8a4.4 4.4 0 0 0 0-8.8z',
  5: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zm0 1.6a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 0 0 0-8.8z',
};

export interface SeverityMarkProps {
  readonly level: SeverityLevel;
  /** The team's own word; default "Critical" to "Cosmetic". */
  readonly name?: string | undefined;
  /** `short` shows "SEV1" alone, `shape` the shape alone (still read aloud in full). Default `full`. */
  readonly form?: 'full' | 'short' | 'shape';
}

/** Severity as shape, word and colour. */
export function SeverityMark({ level, name = words[level], form = 'full' }: SeverityMarkProps) {
  return (
    <span className={cx(styles.mark, styles[`sev${level}`])}>
      <svg className={styles.shape} viewBox="0 0 16 16" aria-hidden="true">
        <path fillRule="evenodd" d={shapes[level]} />
      </svg>
      <span className={form === 'shape' ? 'visually-hidden' : styles.code}>SEV{level}</span>{' '}
      <span className={form === 'full' ? styles.word : 'visually-hidden'}>{name}</span>
    </span>
  );
}
