import type { Severity } from '#domain/incident/schema.ts';
import { cx } from '#src/ui/cx.ts';
import styles from './severity-mark.module.css';

// Weight falls with severity: octagon, triangle, diamond, half disc, ring.
const shapes: Record<Severity, string> = {
  SEV1: 'M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z',
  SEV2: 'M8 1.4 15.4 14.2H.6z',
  SEV3: 'M8 .8 15.2 8 8 15.2.8 8z',
  SEV4: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zm0 1.6v8.8a4.4 4.4 0 0 0 0-8.8z',
  SEV5: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zm0 1.6a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 0 0 0-8.8z',
};

export interface SeverityMarkProps {
  readonly severity: Severity;
  /** The team's own word for it. */
  readonly name: string;
  /** `short` shows "SEV1" alone, `shape` the shape alone (still read aloud in full). Default `full`. */
  readonly form?: 'full' | 'short' | 'shape';
}

/** Severity as shape, word and colour. */
export function SeverityMark({ severity, name, form = 'full' }: SeverityMarkProps) {
  return (
    <span className={cx(styles.mark, styles[severity])}>
      <svg className={styles.shape} viewBox="0 0 16 16" aria-hidden="true">
        <path fillRule="evenodd" d={shapes[severity]} />
      </svg>
      <span className={form === 'shape' ? 'visually-hidden' : styles.code}>{severity}</span>{' '}
      <span className={form === 'full' ? styles.word : 'visually-hidden'}>{name}</span>
    </span>
  );
}
