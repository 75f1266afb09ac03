/** Several days of a schedule: lanes on a desktop, a list of days on a phone. */
import { isOpen } from '#domain/cover/asked.ts';
import { lanesBetween } from '#domain/schedule/lanes.ts';
import { shiftsBetween } from '#domain/schedule/rota.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { shiftsInAbsence } from '#domain/time-off/absences.ts';
import { useCoverRequests } from '#src/data/queries/cover.ts';
import { useAbsences } from '#src/data/queries/time-off.ts';
import { DayList } from './day-list.tsx';
import { RotaCalendar } from './rota-calendar.tsx';
import type { Span } from './span.ts';

export interface ScheduleLanesProps {
  readonly schedule: Schedule;
  readonly overrides: readonly Override[];
  readonly timezone: string;
  /** Span of whole days of that zone. */
  readonly span: Span;
  readonly days: number;
  readonly wide: boolean;
  /** Absent: it is only looked at. */
  readonly onPick?: (span: Span) => void;
  readonly onOverride?: (override: Override) => void;
  readonly onMove?: (override: Override, span: Span) => void;
}

export function ScheduleLanes(props: ScheduleLanesProps) {
  const { schedule, overrides, timezone, span, days, wide, onPick, onOverride, onMove } = props;
  const { startsAt, endsAt } = span;
  const absences = useAbsences();
  const requests = useCoverRequests();
  const shifts = shiftsBetween(schedule, overrides, startsAt, endsAt);
  const shown = {
    span,
    shifts,
    away: shiftsInAbsence(shifts, absences),
    asked: requests.filter(
      (one) =>
        one.scheduleId === schedule.id && isOpen(one) && one.startsAt < endsAt && startsAt < one.endsAt,
    ),
    overrides: overrides.filter(
      (one) => one.scheduleId === schedule.id && one.startsAt < endsAt && startsAt < one.endsAt,
    ),
  };
  const common = { name: schedule.name, timezone, days, ...(onPick && { onPick }) };
  return wide ? (
    <RotaCalendar
      {...common}
      {...shown}
      lanes={lanesBetween(schedule, startsAt, endsAt)}
      {...(onOverride && { onOverride })}
      {...(onMove && { onMove })}
    />
  ) : (
    <DayList {...common} {...shown} />
  );
}
