/** A shift of Grafana OnCall as a layer. */
import { day, hour, minute } from '#domain/constants.ts';
import { createZone } from '#domain/schedule/rota-zone.ts';
import { unitLength } from '#domain/schedule/rota-layer.ts';
import type { WeeklyWindow } from '#domain/schedule/schema.ts';
import { weekdayOf } from '#domain/schedule/weekly-windows.ts';
import { noteFields } from './export-entries.ts';
import { type ImportedLayer, type ImportNotes, notImportable } from './imported.ts';
import { everyDay, firstTurn, mergedWindows, windowsOf } from './layer-turns.ts';
import type { OnCallShift } from './oncall-schema.ts';

export interface ShiftContext {
  readonly place: string;
  readonly timezone: string;
  readonly notes: ImportNotes;
  readonly now: number;
}

const units = { hourly: 'hour', daily: 'day', weekly: 'week' } as const;

/** Null for a shift that is over or has one date. @throws NotImportable */
export function onCallLayerOf(
  shift: OnCallShift,
  { place, timezone, notes, now }: ShiftContext,
): ImportedLayer | null {
  const zone = createZone(timezone);
  const own = `${place} › shift “${shift.name}”`;
  const until = shift.until === null ? null : zone.instant(shift.until);
  if (shift.type === 'single_event' || shift.type === 'override') {
    const endsAt = zone.instant(shift.start) + shift.duration * 1_000;
    if (endsAt > now)
      notes.leftOut(
        own,
        `it is on one date, until ${new Date(endsAt).toISOString()}: make an override in Muster.`,
      );
    return null;
  }
  if (until !== null && until <= now) {
    notes.leftOut(own, `it ended on ${new Date(until).toISOString()}.`);
    return null;
  }
  noteFields(own, shift, knownFields, notes, { team_id: 'its team: all it says is of one team in Muster.' });
  if (until !== null)
    notes.differs(
      own,
      `it ends on ${new Date(until).toISOString()}, and a layer has no end in Muster: remove it then.`,
    );
  const people = peopleOf(shift);
  const { unit, every, anchor, restrictions } = turnsOf(shift, people.length);
  const begins = zone.instant(Math.max(shift.start, shift.rotation_start ?? shift.start));
  const begun =
    shift.start === anchor
      ? firstTurn({ people, unit, every, anchor: zone.instant(anchor), begins, timezone }, now)
      : { people, startsAt: zone.instant(anchor) };
  if (begins > now && begun.startsAt < begins)
    notes.differs(own, `it begins on ${new Date(begins).toISOString()} there, and in the week before here.`);
  return { name: shift.name, unit, every, ...begun, restrictions };
}

const knownFields = [
  ...[
    'id',
    'name',
    'type',
    'time_zone',
    'level',
    'start',
    'duration',
    'frequency',
    'interval',
    'until',
    'source',
  ],
  ...['rotation_start', 'week_start', 'by_day', 'users', 'rolling_users', 'start_rotation_from_user_index'],
  ...['schedule', 'updated_shift', 'priority_level'],
];

/** People in turns, the first one first. */
function peopleOf(shift: OnCallShift): string[] {
  const groups = shift.type === 'rolling_users' ? (shift.rolling_users ?? []) : [shift.users ?? []];
  const several = groups.find((group) => group.length > 1);
  if (several)
    notImportable(
      `its shift “${shift.name}” has ${several.length} people on call at once, and a schedule has one in Muster. Make two schedules of it.`,
    );
  const people = groups.flat();
  if (people.length === 0 || people.length < groups.length)
    notImportable(`its shift “${shift.name}” has a turn of nobody.`);
  const first = (shift.start_rotation_from_user_index ?? 0) % people.length;
  return [...people.slice(first), ...people.slice(0, first)];
}

interface ShiftTurns {
  readonly unit: ImportedLayer['unit'];
  readonly every: number;
  /** A wall-clock reading. */
  readonly anchor: number;
  readonly restrictions: WeeklyWindow[];
}

/**
 * Turns and hours. `rolling_users` change for every time frame of `frequency` and `interval` (on_call_shifts.md); events in it are of
 * `duration`, on the weekdays of `by_day` (RFC 5545, BYDAY), in weeks that begin with `week_start`.
 */
function turnsOf(shift: OnCallShift, people: number): ShiftTurns {
  const {
    name,
    start,
    duration,
    frequency,
    by_day: weekdays,
    by_month: months,
    by_monthday: monthDays,
  } = shift;
  const every = shift.interval ?? 1;
  const impossible = (why: string) =>
    notImportable(`its shift “${name}” ${why}. Muster’s layers can’t say that.`);
  if (frequency === null) return impossible('has no frequency');
  if (frequency === 'monthly') return impossible('repeats monthly');
  if ((months?.length ?? 0) > 0 || (monthDays?.length ?? 0) > 0)
    return impossible('is in certain months or days of months');
  const unit = units[frequency];
  const length = duration * 1_000;
  const period = every * unitLength[unit];
  const days = weekdays ?? [];
  if (length > period && days.length === 0)
    return impossible('lasts longer than the time after which it repeats');
  if (days.length === 0 && length === period) return { unit, every, anchor: start, restrictions: [] };
  if (every > 1) return impossible(`has gaps and repeats every ${every} ${unit}s`);
  if (length % minute !== 0) return impossible('does not last whole minutes');
  if (unit === 'hour') return impossible('repeats hourly with gaps');
  const from = ((start % day) + day) % day;
  if (days.length === 0) {
    const windows =
      unit === 'day'
        ? windowsOf(everyDay, from, length)
        : windowsOf([weekdayOf(Math.floor(start / day))], from, length);
    return { unit, every, anchor: start, restrictions: mergedWindows(windows) };
  }
  if (length > day) return impossible('has events on weekdays that last longer than a day');
  const restrictions = windowsOf(days, from, length);
  if (unit === 'day' && people > 1) return impossible('changes people daily and leaves weekdays out');
  return { unit, every, anchor: unit === 'week' ? weekStart(shift) : start, restrictions };
}

/** The time of day of the events on the first day of the first week: a shift over midnight stays with one person. */
function weekStart({ start, week_start: first }: OnCallShift): number {
  const weekday = weekdayOf(Math.floor(start / day));
  return start - ((weekday - (first ?? 7) + 7) % 7) * 24 * hour;
}
