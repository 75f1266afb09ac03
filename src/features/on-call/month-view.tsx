/** A month of one schedule: six weeks, in each day the people on call. */
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useMemo, useState } from 'react';
import { rotaDays } from '#domain/schedule/calendar-days.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { usePersonColours } from '#src/components/person-colour.ts';
import { cx } from '#src/ui/cx.ts';
import { lengthText } from '#src/ui/time-format.ts';
import { dayOfMonth, firstOfMonth, monthOfDate, monthTitle, weekStart } from './calendar-dates.ts';
import { CalendarLegend } from './calendar-legend.tsx';
import styles from './calendar-days.module.css';
import { type DayCell, dayCells } from './day-cells.ts';
import { DayControl, type DayOpening } from './day-control.tsx';
import { useDayKeys } from './use-day-keys.ts';
import { WeekdaysHead } from './weekdays-head.tsx';

export interface DaysViewProps {
  readonly schedule: Schedule;
  readonly overrides: readonly Override[];
  readonly timezone: string;
  /** Any day of the month or the year. */
  readonly date: number;
  readonly today: number;
  readonly opening: DayOpening;
  /** Shows the month or the year of another day. */
  readonly onTurn: (date: number) => void;
}

const weeks = [0, 1, 2, 3, 4, 5] as const;
/** People of a day that are shown; of more, their number. */
const most = 3;

export function MonthView(props: DaysViewProps) {
  const { schedule, overrides, timezone, date, today, opening, onTurn } = props;
  const people = usePeople();
  const colourOf = usePersonColours();
  const [picked, setPicked] = useState<string | null>(null);
  const month = monthOfDate(date);
  const days = useMemo(
    () => rotaDays(schedule, overrides, { first: weekStart(firstOfMonth(month)), count: 42, timezone }),
    [schedule, overrides, month, timezone],
  );
  const cells = useMemo(() => dayCells(days, { people, colourOf, today }), [days, people, colourOf, today]);
  const first = weekStart(firstOfMonth(month));
  const byDate = new Map(cells.map((cell) => [cell.date, cell]));
  const { stop, area, handlers } = useDayKeys({
    ...{ layout: 'month', first, last: first + 41, today },
    onLeave: onTurn,
  });
  return (
    <div ref={area} {...handlers}>
      <CalendarLegend
        days={days.filter((day) => monthOfDate(day.date) === month)}
        picked={picked}
        onPick={setPicked}
      />
      <table className={styles.month} aria-label={`${schedule.name}: ${monthTitle(month)}`}>
        <WeekdaysHead />
        <tbody>
          {weeks.map((week) => (
            <tr key={week}>
              {Array.from({ length: 7 }, (_, column) => {
                const cell = byDate.get(first + week * 7 + column);
                return (
                  <td key={column} className={cx(cell && monthOfDate(cell.date) !== month && styles.outside)}>
                    {cell ? (
                      <DayControl
                        className={styles.monthDay}
                        place={{ row: 0, date: cell.date }}
                        stop={stop.date === cell.date}
                        muted={picked !== null && !cell.people.some(({ userId }) => userId === picked)}
                        {...{ cell, opening }}
                      >
                        <MonthDay cell={cell} nameOf={people.name} />
                      </DayControl>
                    ) : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface MonthDayProps {
  readonly cell: DayCell;
  readonly nameOf: (userId: string) => string;
}

function MonthDay({ cell, nameOf }: MonthDayProps) {
  const { date, today, people, gap, overridden } = cell;
  return (
    <>
      <span className={styles.dayHead}>
        <span className={styles.number}>{dayOfMonth(date)}</span>
        {today ? <span className={styles.note}>Today</span> : null}
        {overridden ? <span className={styles.note}>Override</span> : null}
      </span>
      {people.slice(0, most).map(({ userId }) => (
        <span key={userId} className={styles.dayPerson}>
          <Avatar person={{ id: userId, name: nameOf(userId) }} size="small" decorative />
          <span className={styles.name}>{nameOf(userId)}</span>
        </span>
      ))}
      {people.length > most ? <span className={styles.more}>+{people.length - most}</span> : null}
      {gap > 0 ? (
        <span className={styles.dayGap}>
          <TriangleAlert className="icon" />
          <span className={styles.name}>Nobody, {lengthText(gap)}</span>
        </span>
      ) : null}
    </>
  );
}
