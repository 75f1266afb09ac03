/** A schedule of Grafana OnCall: its shifts are layers. */
import { day } from '#domain/constants.ts';
import { layerShiftsBetween } from '#domain/schedule/rota.ts';
import { noteFields } from './export-entries.ts';
import { type ImportedLayer, type ImportedSchedule, notImportable } from './imported.ts';
import { onCallLayerOf, type ShiftContext } from './oncall-shifts.ts';
import type { OnCallSchedule, OnCallShift } from './oncall-schema.ts';

const knownFields = ['id', 'name', 'type', 'time_zone', 'shifts', 'on_call_now', 'enable_web_overrides'];
const sentences = {
  team_id: 'its team: all it says is of one team in Muster.',
  slack: 'its Slack channel and user group: set up a chat room in Muster.',
  ical_url_overrides: 'its calendar of overrides: make overrides in Muster.',
  ical_url_primary: 'its calendar.',
};

/** Days in which shifts of the same level are looked through for two people at once. */
const comparedDays = 35;

/** @throws NotImportable */
export function onCallScheduleOf(
  schedule: OnCallSchedule,
  shifts: ReadonlyMap<string, OnCallShift>,
  context: Omit<ShiftContext, 'timezone'>,
): ImportedSchedule {
  const { id, name, type } = schedule;
  const { place, notes, now } = context;
  if (type === 'ical')
    notImportable(
      'it is made of a calendar. Import the calendar’s file in Muster, in the schedule’s editor: “Import a rota”.',
    );
  noteFields(place, schedule, knownFields, notes, sentences);
  const own = (schedule.shifts ?? []).map(
    (shift) => shifts.get(shift) ?? notImportable(`its shift ${shift} is not in the export.`),
  );
  const timezone = timezoneOf(schedule, own.filter(isRotation));
  if (timezone !== (schedule.time_zone ?? 'UTC'))
    notes.differs(place, `its time zone is ${timezone} here, which is that of its shifts.`);
  const layers = own
    .toSorted((one, other) => (one.level ?? 0) - (other.level ?? 0))
    .flatMap((shift) => {
      const layer = onCallLayerOf(shift, { ...context, timezone });
      return layer === null ? [] : [{ layer, level: shift.level ?? 0 }];
    });
  if (layers.length === 0) notImportable('it has no shift that goes on.');
  requireOneAtATime(layers, timezone, now);
  return { id, name, timezone, layers: layers.map(({ layer }) => layer), expected: [] };
}

const isRotation = ({ type }: OnCallShift): boolean => type === 'rolling_users' || type === 'recurrent_event';

/** A schedule of Muster has one clock. `time_zone` of a shift goes before the schedule's (on_call_shifts.md). */
function timezoneOf({ time_zone: zone }: OnCallSchedule, shifts: readonly OnCallShift[]): string {
  const zones = new Set(shifts.map((shift) => shift.time_zone ?? zone ?? 'UTC'));
  const [first = zone ?? 'UTC'] = zones;
  if (zones.size > 1) return notImportable(`its shifts are in several time zones: ${[...zones].join(', ')}.`);
  try {
    new Intl.DateTimeFormat('en', { timeZone: first }).resolvedOptions();
  } catch {
    notImportable(`“${first.slice(0, 80)}” is no time zone.`);
  }
  return first;
}

interface LevelLayer {
  readonly layer: ImportedLayer;
  readonly level: number;
}

/** “If two events overlap in one schedule, Grafana OnCall will choose the event with higher level” (on_call_shifts.md): of one level, both. */
function requireOneAtATime(layers: readonly LevelLayer[], timezone: string, now: number): void {
  const spans = layers.map(({ layer, level }) => ({
    level,
    name: layer.name,
    shifts: layerShiftsBetween({ ...layer, shadow: false }, timezone, now, now + comparedDays * day),
  }));
  for (const [index, one] of spans.entries())
    for (const other of spans.slice(index + 1)) {
      if (one.level !== other.level) continue;
      const both = one.shifts.find((shift) =>
        other.shifts.some(({ startsAt, endsAt }) => startsAt < shift.endsAt && endsAt > shift.startsAt),
      );
      if (both)
        notImportable(
          `its shifts “${one.name}” and “${other.name}” are of one level and have two people on call at once, and a schedule has one in Muster. Make two schedules of them.`,
        );
    }
}
