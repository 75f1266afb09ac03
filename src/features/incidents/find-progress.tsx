/** How far a timeline was read for a search, and what to do about it. */
import { explain } from '#src/data/client/errors.ts';
import type { TimelineSearch } from '#src/data/queries/timeline-search.ts';
import { Button } from '#src/ui/button.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { comboCaps, isApple } from '#src/ui/key-combo.ts';
import { momentText } from '#src/ui/time-format.ts';
import styles from './find-bar.module.css';
import { amount } from './labels.ts';

export interface FindProgressProps extends Pick<TimelineSearch, 'reading' | 'readOn' | 'stop'> {
  /** Whether nothing is searched for. */
  readonly isIdle: boolean;
  /** Number of entries of the timeline; null while unknown. */
  readonly total: number | null;
}

export function FindProgress({ isIdle, reading, total, readOn, stop }: FindProgressProps) {
  const { zone } = useZones();
  const { phase, count, last, error } = reading;
  if (isIdle) {
    const keys = (comboCaps('mod+f', isApple())[0] ?? []).join('\u2009+\u2009');
    return (
      <div className={styles.progress}>
        <p className={styles.hint}>{keys} again opens the browser’s own search.</p>
      </div>
    );
  }
  const of = total === null ? amount(count) : `${amount(count)} of ${amount(Math.max(total, count))}`;
  const reached = last
    ? `Read back to ${momentText(last.createdAt, zone)}; ${of} entries`
    : 'Nothing is read';
  return (
    <div className={styles.progress}>
      {phase === 'end' ? <p>All {amount(count)} entries were searched.</p> : null}
      {phase === 'full' ? <p>{reached}. There are too many matches to read on: look for more.</p> : null}
      {phase === 'failed' ? (
        <p role="alert">
          {reached}. {explain(error)}
        </p>
      ) : null}
      {phase === 'reading' || phase === 'paused' ? <p>{reached}</p> : null}
      {phase === 'reading' ? (
        <Button size="small" onClick={stop}>
          Stop
        </Button>
      ) : null}
      {phase === 'paused' || phase === 'failed' ? (
        <Button size="small" onClick={readOn}>
          {phase === 'failed' ? 'Try again' : 'Read on'}
        </Button>
      ) : null}
    </div>
  );
}
