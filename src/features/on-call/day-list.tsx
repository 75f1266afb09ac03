/** The calendar of a phone: day by day, who is on call from when to when. */
import type { CoverRequest } from '#domain/cover/schema.ts';
import type { Shift } from '#domain/schedule/rota.ts';
import type { Override } from '#domain/schedule/schema.ts';
import { absenceText, type ShiftInAbsence } from '#domain/time-off/absences.ts';
import { zoneText } from '#domain/timezone.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { usePersonColours } from '#src/components/person-colour.ts';
import { useZones } from '#src/ui/clock.tsx';
import { cx } from '#src/ui/cx.ts';
import { clockTime, dayName, dayKey, lengthText, shortDay } from '#src/ui/time-format.ts';
import styles from './day-list.module.css';
import { onOtherClock } from './schedule-time.tsx';
import { common, daysFrom, type Span } from './span.ts';
import { useRotaNow } from '#src/data/queries/on-call.ts';

export interface DayListProps {
  readonly name: string;
  readonly timezone: string;
  readonly span: Span;
  readonly days: number;
  readonly shifts: readonly Shift[];
  /** Shifts during their people’s time off. */
  readonly away: readonly ShiftInAbsence[];
  /** Open requests for cover. */
  readonly asked: readonly CoverRequest[];
  readonly overrides: readonly Override[];
  /** Absent: it is only looked at. */
  readonly onPick?: (span: Span) => void;
}

export function DayList(props: DayListProps) {
  const { name, timezone, span, days, shifts, away, asked, overrides, onPick } = props;
  const { zone } = useZones();
  const now = useRotaNow();
  return (
    <>
      <p className={styles.zones}>
        Times are in {zoneText(timezone)}
        {zone === timezone ? '' : ', with yours below them'}.
      </p>
      <ol className={styles.list} aria-label={`${name}: day by day`}>
        {daysFrom(span.startsAt, days, timezone).map((day) => (
          <li key={day.startsAt} className={styles.listDay}>
            <h3 className={cx(styles.listHead, isIn(day, now) && styles.today)}>
              {dayName(day.startsAt, now, timezone)}
            </h3>
            <ul className={styles.segments}>
              {shifts.flatMap((shift) => {
                const part = common(day, shift);
                if (part === null) return [];
                const segment = (
                  <li key={shift.startsAt}>
                    <Segment
                      {...{ shift, part, timezone, away, asked, overrides }}
                      runs={isIn(part, now)}
                      {...(onPick && { onPick })}
                    />
                  </li>
                );
                return isIn(part, now)
                  ? [<NowLine key="now" now={now} timezone={timezone} />, segment]
                  : [segment];
              })}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}

const isIn = ({ startsAt, endsAt }: Span, at: number): boolean => startsAt <= at && at < endsAt;

/** Line of the present time, before the running shift. */
function NowLine({ now, timezone }: { readonly now: number; readonly timezone: string }) {
  const { zone } = useZones();
  const mine = onOtherClock(now, timezone, zone);
  return (
    <li className={styles.nowLine}>
      <span>
        Now, {clockTime(now, timezone)}
        {mine === null ? '' : ` (${mine} your time)`}
      </span>
    </li>
  );
}

interface SegmentProps extends Pick<DayListProps, 'away' | 'asked' | 'overrides' | 'onPick'> {
  readonly shift: Shift;
  /** Part of the shift on the day. */
  readonly part: Span;
  /** Whether the shift is running. */
  readonly runs: boolean;
  readonly timezone: string;
}

function Segment({ shift, part, runs, timezone, away, asked, overrides, onPick }: SegmentProps) {
  const people = usePeople();
  const { zone } = useZones();
  const colourOf = usePersonColours();
  const { userId } = shift;
  const gone = away.filter((one) => one.userId === userId && common(one, part) !== null);
  const requests = asked.filter((one) => one.userId === userId && common(one, part) !== null);
  const covered = overrides.find((one) => one.userId === userId && common(one, part) !== null)?.insteadOf;
  const className = cx(styles.segment, userId === null && styles.segmentGap, runs && styles.segmentNow);
  const style = userId === null ? undefined : colourOf(userId);
  const inner = (
    <>
      <span className={styles.time}>{timesOf(part, timezone)}</span>
      {userId === null ? (
        <span>Nobody, for {lengthText(shift.endsAt - shift.startsAt)}</span>
      ) : (
        <>
          <Avatar person={{ id: userId, name: people.name(userId) }} size="small" decorative />
          <span>{people.name(userId)}</span>
          {covered == null ? null : <span className={styles.coverNote}>covers {people.name(covered)}</span>}
          {requests.map((one) => (
            <span key={one.id} className={styles.coverNote}>
              cover asked for, {timesOf(common(one, part) ?? part, timezone)}
            </span>
          ))}
          {gone.length === 0 ? null : (
            <span className={styles.awayNote}>{gone.map(absenceText).join(', ')}</span>
          )}
        </>
      )}
      {zone === timezone ? null : (
        <span className={styles.yourTime}>{timesBeside(part, timezone, zone)} your time</span>
      )}
    </>
  );
  if (!onPick)
    return (
      <span className={className} style={style}>
        {inner}
      </span>
    );
  return (
    <button
      type="button"
      className={className}
      style={style}
      onClick={() => onPick({ startsAt: shift.startsAt, endsAt: shift.endsAt })}
    >
      {inner}
    </button>
  );
}

/** "All day", "09:00 to 24:00". */
function timesOf({ startsAt, endsAt }: Span, timezone: string): string {
  const [from, to] = [clockTime(startsAt, timezone), clockTime(endsAt, timezone)];
  if (from === '00:00' && to === '00:00') return 'All day';
  return `${from} to ${to === '00:00' ? '24:00' : to}`;
}

/** Times on another clock, with the days that are not the list's: "15:00 to Tue 24, 06:00". */
function timesBeside({ startsAt, endsAt }: Span, timezone: string, other: string): string {
  const listed = dayKey(startsAt, timezone);
  const [from, to] = [startsAt, endsAt].map((at) => {
    const day = dayKey(at, other) === listed ? '' : `${shortDay(at, other)}, `;
    return `${day}${clockTime(at, other)}`;
  });
  return `${from} to ${to}`;
}
