import { Button } from '#src/ui/button.tsx';
import styles from './search-status.module.css';

export interface SearchStatusProps {
  /** Plural noun of what is looked through, such as `alerts`. */
  readonly noun: string;
  /** Number of records read. */
  readonly read: number;
  /** Number of all of them; null while unknown. */
  readonly total: number | null;
  readonly status: 'reading' | 'enough' | 'stopped' | 'whole' | 'failed';
  /** Whether only what this device holds was looked through. */
  readonly fromCache: boolean;
  readonly onMore: () => void;
  readonly onStop: () => void;
}

const controls = {
  enough: 'Look further',
  stopped: 'Look further',
  whole: null,
  failed: 'Try again',
} as const;

/** How far a search in a long list has read, with its controls. Its height is always the same. */
export function SearchStatus(props: SearchStatusProps) {
  const { status, fromCache, onMore, onStop } = props;
  const control = status === 'reading' ? 'Stop' : fromCache ? 'Try again' : controls[status];
  return (
    <div className={styles.line}>
      <output className={styles.text} aria-live={status === 'reading' ? 'off' : 'polite'}>
        {textOf(props)}
      </output>
      {control === null ? null : (
        <Button size="small" onClick={control === 'Stop' ? onStop : onMore}>
          {control}
        </Button>
      )}
    </div>
  );
}

function textOf({ noun, read, total, status, fromCache }: SearchStatusProps): string {
  const count = read.toLocaleString('en');
  const all = Math.max(read, total ?? 0).toLocaleString('en');
  const ofAll = total === null ? `${count} ${noun}` : `${count} of ${all} ${noun}`;
  if (fromCache) return `Looked through the ${count} ${noun} on this device. The others need the connection.`;
  if (status === 'reading') return `Looking through ${ofAll}…`;
  if (status === 'whole') return `Looked through all ${count} ${noun}.`;
  if (status === 'failed') return `Looked through ${ofAll}. The others can’t be read now.`;
  return `Looked through ${ofAll}, newest first.`;
}
