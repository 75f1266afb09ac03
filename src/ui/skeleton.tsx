import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** Label for screen readers: "Loading files". */
  readonly label: string;
  /** `rows` of a list or `text` lines. */
  readonly shape: 'rows' | 'text';
  /** Number of placeholders. Default 5. */
  readonly count?: number;
}

const widths = ['62%', '48%', '71%', '55%', '40%', '66%'];

/** Placeholder of loading content, of the same size. Appears after a delay, so that quick loads don't flicker. */
export function Skeleton({ label, shape, count = 5 }: SkeletonProps) {
  return (
    <div className={styles[shape]} aria-busy="true">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.piece}>
          {shape === 'rows' ? <i className={styles.dot} /> : null}
          <i className={styles.line} style={{ width: widths[index % widths.length] }} />
        </div>
      ))}
    </div>
  );
}
