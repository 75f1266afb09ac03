/** The calendar of a schedule, with the days it shows. */
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useMemo, useState } from 'react';
import { isOpen } from '#domain/cover/transitions.ts';
import { lanesBetween } from '#domain/schedule/lanes.ts';
import { shiftsBetween } from '#domain/schedule/rota.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { versionAt } from '#domain/schedule/versions.ts';
import { shiftsInAbsence } from '#domain/time-off/absences.ts';
import { useServerNow } from '#src/data/client/clock.tsx';
import { useOverrides } from '#src/data/queries/on-call.ts';
import { useCoverRequests } from '#src/data/queries/cover.ts';
import { useAbsences } from '#src/data/queries/time-off.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { shortDay } from '#src/ui/time-format.ts';
import { useMedia } from '#src/ui/use-media.ts';
import { DayList } from './day-list.tsx';
import { RotaCalendar } from './rota-calendar.tsx';
import styles from './rota-calendar.module.css';
import { dayStart, type Span } from './span.ts';

export interface ScheduleCalendarProps {
  readonly schedule: Schedule;
  readonly overrides: readonly Override[];
  /** Absent: it is only looked at. */
  readonly onPick?: (span: Span) => void;
  readonly onOverride?: (override: Override) => void;
  readonly onMove?: (override: Override, span: Span) => void;
  /** Default 14. */
  readonly initialDays?: number;
}

const lengths = [
  { value: 7, label: 'Week' },
  { value: 14, label: 'Fortnight' },
  { value: 28, label: '4 weeks' },
] as const;

export function ScheduleCalendar(props: ScheduleCalendarProps) {
  const { schedule, onPick, onOverride, onMove, initialDays = 14 } = props;
  const wide = useMedia('(min-width: 720px)');
  const now = useServerNow(60_000);
  const [days, setDays] = useState(initialDays);
  /** Days from today to the first one shown. */
  const [offset, setOffset] = useState(0);
  const { timezone } = versionAt(schedule, now);
  const startsAt = dayStart(now, timezone, offset);
  const endsAt = dayStart(now, timezone, offset + days);
  const absences = useAbsences();
  const requests = useCoverRequests();
  // Those of days that are over are read once they are shown.
  const read = useOverrides(startsAt).data?.items;
  const overrides = useMemo(
    () => read?.map(({ value }) => value) ?? props.overrides,
    [read, props.overrides],
  );
  const shifts = shiftsBetween(schedule, overrides, startsAt, endsAt);
  const shown = {
    span: { startsAt, endsAt },
    shifts,
    away: shiftsInAbsence(shifts, absences),
    asked: requests.filter(
      (one) =>
        one.scheduleId === schedule.id && isOpen(one) && one.startsAt < endsAt && startsAt < one.endsAt,
    ),
    lanes: lanesBetween(schedule, startsAt, endsAt),
    overrides: overrides.filter(
      (one) => one.scheduleId === schedule.id && one.startsAt < endsAt && startsAt < one.endsAt,
    ),
  };
  const common = { name: schedule.name, timezone, days, ...(onPick && { onPick }) };
  return (
    <div>
      <div className={styles.controls}>
        <SegmentedControl label="Days shown" hideLabel options={lengths} value={days} onChange={setDays} />
        <IconButton
          label="Earlier"
          icon={<ChevronLeft className="icon" />}
          onClick={() => setOffset(offset - days)}
        />
        <Button disabledReason={offset === 0 && 'Today is shown.'} onClick={() => setOffset(0)}>
          Today
        </Button>
        <IconButton
          label="Later"
          icon={<ChevronRight className="icon" />}
          onClick={() => setOffset(offset + days)}
        />
        <output className={styles.time}>
          {shortDay(startsAt, timezone)} to {shortDay(endsAt - 1, timezone)}
        </output>
      </div>
      {wide ? (
        <RotaCalendar
          {...common}
          {...shown}
          {...(onOverride && { onOverride })}
          {...(onMove && { onMove })}
        />
      ) : (
        <DayList {...common} {...shown} />
      )}
    </div>
  );
}
