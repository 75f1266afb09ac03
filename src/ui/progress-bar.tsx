import { Progress } from '@base-ui/react/progress';
import styles from './progress-bar.module.css';

export interface ProgressBarProps {
  /** The task: "Uploading trace.json". */
  readonly label: string;
  /** Progress from 0 to 1; null while unknown. */
  readonly value: number | null;
  /** Whether label and figure are for screen readers only. */
  readonly hideLabel?: boolean;
}

export function ProgressBar({ label, value, hideLabel }: ProgressBarProps) {
  return (
    <Progress.Root value={value === null ? null : Math.round(value * 100)} className={styles.progress}>
      <Progress.Label className={hideLabel ? 'visually-hidden' : styles.label}>{label}</Progress.Label>
      {hideLabel ? null : <Progress.Value className={styles.value} />}
      <Progress.Track className={styles.track}>
        <Progress.Indicator className={styles.indicator} />
      </Progress.Track>
    </Progress.Root>
  );
}
