/** A year of all schedules of the team: a table a month, with a row a schedule. */
import { type CSSProperties, memo, useMemo, useState } from 'react';
import { dateIn, rotaDays } from '#domain/schedule/calendar-days.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { versionAt, versionsOf } from '#domain/schedule/versions.ts';
import { links } from '#src/data/links.ts';
import { useOverrides, useRotaNow } from '#src/data/queries/on-call.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { personMarks, PersonMarks, usePersonColours } from '#src/components/person-colour.ts';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import {
  datesOfYear,
  dateTitle,
  dayOfMonth,
  firstOfMonth,
  monthOfDate,
  monthsOfYear,
  monthTitle,
  textOfDate,
  weekStart,
  yearOfDate,
} from './calendar-dates.ts';
import { CalendarLegend } from './calendar-legend.tsx';
import { useAddressPosition } from './calendar-position.ts';
import { CalendarSteps } from './calendar-steps.tsx';
import styles from './calendar-days.module.css';
import { type DayCell, dayCells } from './day-cells.ts';
import { DayControl } from './day-control.tsx';
import { dateStart } from './span.ts';
import { placeKey, useDayKeys } from './use-day-keys.ts';

export interface TeamYearProps {
  readonly schedules: readonly Schedule[];
  readonly overrides: readonly Override[];
}

/** The people of all schedules have colours of their own, while there are enough. */
export function TeamYear(props: TeamYearProps) {
  const { schedules } = props;
  const marks = useMemo(() => personMarks([schedules.flatMap(peopleOf)]), [schedules]);
  return (
    <PersonMarks value={marks}>
      <YearPanel {...props} />
    </PersonMarks>
  );
}

const peopleOf = (schedule: Schedule): readonly string[] =>
  versionsOf(schedule).flatMap(({ layers }) => layers.flatMap(({ people }) => people));

function YearPanel({ schedules, overrides: lasting }: TeamYearProps) {
  const people = usePeople();
  const colourOf = usePersonColours();
  const { team } = useTeam();
  const now = useRotaNow();
  const control = { ...useAddressPosition(), view: 'year' as const };
  const [picked, setPicked] = useState<string | null>(null);
  const teamToday = dateIn(team.timezone, now);
  const year = yearOfDate(control.date ?? teamToday);
  const { first, count } = datesOfYear(year);
  const read = useOverrides(dateStart(first - 1, 'UTC')).data?.items;
  const overrides = useMemo(() => read?.map(({ value }) => value) ?? lasting, [read, lasting]);
  // Each schedule is in its own zone, with a today of its own.
  const zones = schedules.map((schedule) => versionAt(schedule, now).timezone);
  const todays = String(zones.map((timezone) => dateIn(timezone, now)));
  const zonesKey = zones.join();
  const rotas = useMemo(
    () =>
      schedules.map((schedule, index) =>
        rotaDays(schedule, overrides, { first, count, timezone: zonesKey.split(',')[index] ?? 'UTC' }),
      ),
    [schedules, overrides, first, count, zonesKey],
  );
  const months = useMemo(() => {
    const todayOf = todays.split(',').map(Number);
    const rows = rotas.map((days, index) =>
      Map.groupBy(dayCells(days, { people, colourOf, today: todayOf[index] ?? 0 }), (cell) =>
        monthOfDate(cell.date),
      ),
    );
    return new Map(
      monthsOfYear(year).map((month) => [month, rows.map((row) => row.get(month) ?? [])] as const),
    );
  }, [rotas, people, colourOf, todays, year]);
  const { stop, area, handlers } = useDayKeys({
    ...{ layout: 'rows', first, last: first + count - 1, today: teamToday },
    onLeave: (date) => control.show({ view: 'year', date }, { replace: true }),
  });
  return (
    <Panel title={String(year)} frame="box">
      <div className={styles.controls}>
        <CalendarSteps control={control} today={teamToday} />
        <span>Each schedule in its own time zone. A day leads to its week.</span>
      </div>
      <CalendarLegend days={rotas.flat()} picked={picked} onPick={setPicked} />
      <div ref={area} {...handlers} className={styles.months}>
        {monthsOfYear(year).map((month) => (
          <MonthRows
            key={month}
            rows={months.get(month) ?? []}
            stop={monthOfDate(stop.date) === month ? placeKey(stop) : null}
            {...{ month, schedules, picked }}
          />
        ))}
      </div>
    </Panel>
  );
}

interface MonthRowsProps {
  readonly month: number;
  readonly schedules: readonly Schedule[];
  /** Days of each schedule. */
  readonly rows: readonly (readonly DayCell[])[];
  /** Key of the day at which Tab arrives; null: in another month. */
  readonly stop: string | null;
  readonly picked: string | null;
}

const MonthRows = memo(function MonthRows({ month, schedules, rows, stop, picked }: MonthRowsProps) {
  const first = firstOfMonth(month);
  // 31 columns in each month, so that all are as wide.
  const dates = Array.from({ length: 31 }, (_, index) => first + index);
  const isOf = (date: number) => date < firstOfMonth(month + 1);
  return (
    <div className={styles.scroll} style={{ '--rows': schedules.length } as CSSProperties}>
      <table className={styles.rows}>
        <caption>
          <span className={styles.rowsTitle}>{monthTitle(month)}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Schedule</th>
            {dates.map((date) =>
              isOf(date) ? (
                <th key={date} scope="col" abbr={dateTitle(date)} className={mondayClass(date)}>
                  {dayOfMonth(date)}
                </th>
              ) : (
                <td key={date}>{null}</td>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {schedules.map((schedule, row) => (
            <tr key={schedule.id}>
              <th scope="row">
                <Link href={links.schedule(schedule.id, { view: 'year', date: textOfDate(first) })}>
                  {schedule.name}
                </Link>
              </th>
              {dates.map((date) => {
                const cell = rows[row]?.find((one) => one.date === date);
                return (
                  <td key={date} className={isOf(date) ? mondayClass(date) : undefined}>
                    {cell ? (
                      <DayControl
                        className={styles.rowDay}
                        place={{ row, date }}
                        stop={stop === placeKey({ row, date })}
                        opening={openingOf(schedule.id)}
                        muted={picked !== null && cell.holder !== picked}
                        cell={cell}
                      >
                        {cell.initials}
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
});

const mondayClass = (date: number) => (weekStart(date) === date ? styles.monday : undefined);

const openingOf = (scheduleId: string) => ({
  hrefOf: (date: number) => links.schedule(scheduleId, { view: 'week', date: textOfDate(date) }),
});
