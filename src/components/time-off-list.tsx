/** Entries of time off, each with what may be done to it. */
import { daysOf } from '#domain/time-off/days.ts';
import type { TimeOff } from '#domain/time-off/schema.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { dateText, momentText } from '#src/ui/time-format.ts';
import styles from './time-off.module.css';

export interface TimeOffListProps {
  readonly entries: readonly TimeOff[];
  readonly noteOf: (id: string) => string;
  /** Absent: they are all of one person. */
  readonly nameOf?: (userId: string) => string;
  /** The reader's, for entries from a time to a time. */
  readonly timezone: string;
  readonly now: number;
  readonly mayChange: (entry: TimeOff) => boolean;
  readonly onChange: (entry: TimeOff) => void;
  readonly onRemove: (entry: TimeOff) => void;
}

export function TimeOffList(props: TimeOffListProps) {
  const { entries, noteOf, nameOf, timezone, now, mayChange, onChange, onRemove } = props;
  return (
    <ul className={styles.list} aria-label="Time off">
      {entries.map((entry) => {
        const span = spanText(entry, timezone, now);
        const what = nameOf ? `${nameOf(entry.userId)}, ${span}` : span;
        return (
          <li key={entry.id} className={styles.row}>
            <span className={styles.words}>
              {nameOf ? <span className={styles.name}>{nameOf(entry.userId)} </span> : null}
              {span}
              {entry.calendarId === null ? null : <Badge>From a calendar</Badge>}
              {noteOf(entry.id) === '' ? null : <span className={styles.muted}>{noteOf(entry.id)}</span>}
            </span>
            {entry.calendarId === null && mayChange(entry) ? (
              <span className={styles.actions}>
                <Button size="small" aria-label={`Change ${what}`} onClick={() => onChange(entry)}>
                  Change
                </Button>
                <Button size="small" aria-label={`Remove ${what}`} onClick={() => onRemove(entry)}>
                  Remove
                </Button>
              </span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

/** “Thu 24 Dec to Sun 27 Dec”, “Thu 24 Dec 09:00 to Thu 24 Dec 12:00”. */
function spanText(entry: TimeOff, timezone: string, now: number): string {
  const { startsAt, endsAt, allDayIn } = entry;
  if (allDayIn === null) return `${momentText(startsAt, timezone)} to ${momentText(endsAt, timezone)}`;
  const { first, last } = daysOf(entry, allDayIn);
  const [from, to] = [dateText(startsAt, now, allDayIn), dateText(endsAt - 1, now, allDayIn)];
  return first === last ? from : `${from} to ${to}`;
}
