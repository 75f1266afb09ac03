/** The calendar of a schedule: lanes over some days, a month, or a year. */
import { useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import { dateIn } from '#domain/schedule/calendar-days.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { versionAt } from '#domain/schedule/versions.ts';
import { links } from '#src/data/links.ts';
import { useOverrides, useRotaNow } from '#src/data/queries/on-call.ts';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import { textOfDate } from './calendar-dates.ts';
import {
  type CalendarControl,
  type CalendarView,
  datesShown,
  laneDays,
  positionTitle,
} from './calendar-position.ts';
import { CalendarSteps } from './calendar-steps.tsx';
import { calendarParts } from './parts.ts';
import { ScheduleLanes } from './schedule-lanes.tsx';
import { dateStart, type Span } from './span.ts';
import styles from './rota-calendar.module.css';

export interface ScheduleCalendarProps {
  readonly schedule: Schedule;
  readonly overrides: readonly Override[];
  readonly control: CalendarControl;
  /** Absent: it is only looked at. */
  readonly onPick?: (span: Span) => void;
  readonly onOverride?: (override: Override) => void;
  readonly onMove?: (override: Override, span: Span) => void;
}

const views: readonly { readonly value: CalendarView; readonly label: string }[] = [
  { value: 'week', label: 'Week' },
  { value: 'fortnight', label: 'Fortnight' },
  { value: 'four-weeks', label: '4 weeks' },
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
];

export function ScheduleCalendar(props: ScheduleCalendarProps) {
  const { schedule, control, onPick, onOverride, onMove } = props;
  const { date, addressed, show } = control;
  // The view before stays until the script of the next one is there.
  const view = useDeferredValue(control.view);
  const wide = useMedia('(min-width: 720px)');
  const now = useRotaNow();
  const { timezone } = versionAt(schedule, now);
  const today = dateIn(timezone, now);
  const { first, count } = datesShown({ view, date }, today);
  const span = { startsAt: dateStart(first, timezone), endsAt: dateStart(first + count, timezone) };
  // Overrides of past days are read once they are shown; a month shows days of its neighbours.
  const read = useOverrides(dateStart(first - 7, timezone)).data?.items;
  const overrides = useMemo(
    () => read?.map(({ value }) => value) ?? props.overrides,
    [read, props.overrides],
  );
  useEffect(() => {
    for (const part of [calendarParts.month, calendarParts.year]) void part.load().catch(() => undefined);
  }, []);
  const hrefOf = useCallback(
    (of: number) => links.schedule(schedule.id, { view: 'week', date: textOfDate(of) }),
    [schedule.id],
  );
  const opening = useMemo(
    () => (addressed ? { hrefOf } : { onOpen: (of: number) => show({ view: 'week', date: of }) }),
    [addressed, hrefOf, show],
  );
  const days = {
    ...{ schedule, overrides, timezone, today, opening },
    date: date ?? today,
    onTurn: (to: number) => show({ view, date: to }, { replace: true }),
  };
  return (
    <div aria-busy={view !== control.view}>
      <div className={styles.controls}>
        <SegmentedControl
          label="View"
          hideLabel
          options={wide ? views : views.filter(({ value }) => value !== 'four-weeks')}
          value={control.view}
          onChange={(next) => show({ view: next, date })}
        />
        <CalendarSteps control={control} today={today} />
        <output className={styles.time}>{positionTitle(control, today)}</output>
      </div>
      {view === 'month' ? (
        <calendarParts.month.Component {...days} />
      ) : view === 'year' ? (
        <calendarParts.year.Component {...days} />
      ) : (
        <ScheduleLanes
          {...{ schedule, overrides, timezone, span, wide }}
          days={laneDays(view) ?? 7}
          {...(onPick && { onPick })}
          {...(onOverride && { onOverride })}
          {...(onMove && { onMove })}
        />
      )}
    </div>
  );
}
