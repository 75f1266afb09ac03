/** Times on a schedule's clock beside the reader's, where that is another one. */
import { zoneText } from '#domain/timezone.ts';
import { useZones } from '#src/ui/clock.tsx';
import { dayKey, momentText, clockTime } from '#src/ui/time-format.ts';
import styles from './on-call.module.css';

/** An instant on another clock, with its day where that differs: "17:00", "Tue 24 Nov 01:00". Null: it is the same clock. */
export function onOtherClock(at: number, zone: string, other: string): string | null {
  if (zone === other) return null;
  return dayKey(at, zone) === dayKey(at, other) ? clockTime(at, other) : momentText(at, other);
}

export interface ScheduleTimeProps {
  readonly at: number;
  /** The schedule's. */
  readonly timezone: string;
}

/** Time in a column of its own. */
export function ScheduleTime({ at, timezone }: ScheduleTimeProps) {
  const { zone } = useZones();
  return zone === timezone ? null : <span className={styles.there}>{momentText(at, timezone)}</span>;
}

/** Time within a sentence, after the reader's time: " (09:00 in Europe/Berlin)". */
export function InScheduleTime({ at, timezone }: ScheduleTimeProps) {
  const { zone } = useZones();
  const text = onOtherClock(at, zone, timezone);
  return text === null ? null : (
    <>
      {' '}
      ({text} in {zoneText(timezone)})
    </>
  );
}
