/** A year of one schedule: twelve months, each day in its holder’s colour. */
import { memo, useMemo, useState } from 'react';
import { rotaDays } from '#domain/schedule/calendar-days.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { usePersonColours } from '#src/components/person-colour.ts';
import {
  datesOfYear,
  dayOfMonth,
  firstOfMonth,
  firstOfYear,
  monthOfDate,
  monthsOfYear,
  monthTitle,
  weekStart,
  yearOfDate,
} from './calendar-dates.ts';
import { CalendarLegend } from './calendar-legend.tsx';
import styles from './calendar-days.module.css';
import { type DayCell, dayCells } from './day-cells.ts';
import { DayControl, type DayOpening } from './day-control.tsx';
import type { DaysViewProps } from './month-view.tsx';
import { useDayKeys } from './use-day-keys.ts';
import { WeekdaysHead } from './weekdays-head.tsx';

export function YearView(props: DaysViewProps) {
  const { schedule, overrides, timezone, date, today, opening, onTurn } = props;
  const people = usePeople();
  const colourOf = usePersonColours();
  const [picked, setPicked] = useState<string | null>(null);
  const year = yearOfDate(date);
  const days = useMemo(
    () => rotaDays(schedule, overrides, { ...datesOfYear(year), timezone }),
    [schedule, overrides, year, timezone],
  );
  const months = useMemo(
    () => Map.groupBy(dayCells(days, { people, colourOf, today }), (cell) => monthOfDate(cell.date)),
    [days, people, colourOf, today],
  );
  const { stop, area, handlers } = useDayKeys({
    ...{ layout: 'year', first: firstOfYear(year), last: firstOfYear(year + 1) - 1, today },
    onLeave: onTurn,
  });
  return (
    <div ref={area} {...handlers}>
      <CalendarLegend days={days} picked={picked} onPick={setPicked} />
      <div className={styles.year}>
        {monthsOfYear(year).map((month) => (
          <MonthTable
            key={month}
            cells={months.get(month) ?? []}
            stop={monthOfDate(stop.date) === month ? stop.date : null}
            {...{ month, opening, picked }}
          />
        ))}
      </div>
    </div>
  );
}

interface MonthTableProps {
  readonly month: number;
  readonly cells: readonly DayCell[];
  /** The day that Tab focuses; null: in another month. */
  readonly stop: number | null;
  readonly opening: DayOpening;
  readonly picked: string | null;
}

const MonthTable = memo(function MonthTable({ month, cells, stop, opening, picked }: MonthTableProps) {
  const first = weekStart(firstOfMonth(month));
  const weeks = Map.groupBy(cells, ({ date }) => weekStart(date));
  return (
    <table className={styles.small}>
      <caption>{monthTitle(month)}</caption>
      <WeekdaysHead />
      <tbody>
        {[0, 7, 14, 21, 28, 35].map((offset) => (
          <tr key={offset}>
            {columnsOf(weeks.get(first + offset) ?? [], first + offset).map((cell, column) => (
              <td key={column}>
                {cell === null ? null : (
                  <DayControl
                    className={styles.smallDay}
                    place={{ row: 0, date: cell.date }}
                    stop={stop === cell.date}
                    muted={picked !== null && cell.holder !== picked}
                    {...{ cell, opening }}
                  >
                    <span className={styles.number}>{dayOfMonth(cell.date)}</span>
                    {cell.initials}
                  </DayControl>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

/** Cells of a week by weekday; null: a day of another month. */
const columnsOf = (cells: readonly DayCell[], monday: number): readonly (DayCell | null)[] =>
  Array.from({ length: 7 }, (_, column) => cells.find(({ date }) => date === monday + column) ?? null);
