/** Absences, and people on call during one. No effect on paging. */
import type { Shift } from '../schedule/rota.ts';
import type { Holidays } from '../leave-calendar/schema.ts';
import type { Member } from '../team/schema.ts';
import { isSameZone } from '../timezone.ts';
import { type DaySpan, wholeDays } from './days.ts';
import type { TimeOff } from './schema.ts';

export interface Absence {
  readonly userId: string;
  readonly startsAt: number;
  readonly endsAt: number;
  /** The name of the holiday; null: time off. */
  readonly holiday: string | null;
}

export const absenceOf = ({ userId, startsAt, endsAt }: TimeOff): Absence => ({
  userId,
  startsAt,
  endsAt,
  holiday: null,
});

/** Absences by holidays for each member concerned, each day in the member's time zone; days outside of the span are left out. */
export function holidayAbsences(
  calendars: readonly Pick<Holidays, 'concerned' | 'days'>[],
  members: readonly Pick<Member, 'id' | 'timezone'>[],
  { startsAt, endsAt }: DaySpan,
): readonly Absence[] {
  return calendars.flatMap(({ concerned, days }) => {
    const people = members.filter(({ id, timezone }) =>
      concerned.kind === 'people' ? concerned.userIds.includes(id) : isSameZone(timezone, concerned.timezone),
    );
    return [...Map.groupBy(people, ({ timezone }) => timezone)].flatMap(([timezone, own]) =>
      days.flatMap(({ title, first, last }) => {
        const span = wholeDays(first, last, timezone);
        if (span === null || span.endsAt <= startsAt || span.startsAt >= endsAt) return [];
        return own.map(({ id }) => ({ userId: id as string, ...span, holiday: title }));
      }),
    );
  });
}

/** “time off”, or the holiday’s name. */
export const absenceText = ({ holiday }: Pick<Absence, 'holiday'>): string => holiday ?? 'time off';

/** The part of a shift in which its person is away. */
export type ShiftInAbsence = Absence;

/**
 * Earliest first. A person's shifts and absences may overlap among themselves: a time counts once for each kind of absence, and adjacent
 * parts are merged.
 */
export function shiftsInAbsence(
  shifts: readonly Shift[],
  absences: readonly Absence[],
): readonly ShiftInAbsence[] {
  const byPerson = Map.groupBy(absences, ({ userId }) => userId);
  const found = shifts.flatMap((shift) =>
    shift.userId === null
      ? []
      : (byPerson.get(shift.userId) ?? []).flatMap((absence) => overlap(shift, absence)),
  );
  const groups = Map.groupBy(
    found,
    ({ userId, holiday }) => `${userId} ${holiday === null ? '' : `:${holiday}`}`,
  );
  return [...groups.values()].flatMap(joined).toSorted(inOrder);
}

function overlap(shift: Shift, absence: Absence): readonly ShiftInAbsence[] {
  const startsAt = Math.max(shift.startsAt, absence.startsAt);
  const endsAt = Math.min(shift.endsAt, absence.endsAt);
  return startsAt < endsAt ? [{ ...absence, startsAt, endsAt }] : [];
}

const inOrder = (one: ShiftInAbsence, other: ShiftInAbsence): number =>
  one.startsAt - other.startsAt || (one.userId < other.userId ? -1 : 1);

function joined(parts: readonly ShiftInAbsence[]): readonly ShiftInAbsence[] {
  const whole: ShiftInAbsence[] = [];
  for (const part of parts.toSorted(inOrder)) {
    const last = whole.at(-1);
    if (last && part.startsAt <= last.endsAt)
      whole[whole.length - 1] = { ...last, endsAt: Math.max(last.endsAt, part.endsAt) };
    else whole.push(part);
  }
  return whole;
}
