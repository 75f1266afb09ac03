/** Days as calendars show them: in their holder's colour, with a name for screen readers. */
import type { CSSProperties } from 'react';
import { holderOfDay, type RotaDay } from '#domain/schedule/calendar-days.ts';
import type { MemberDirectory } from '#src/data/queries/team.tsx';
import { initialsOf } from '#src/components/avatar.tsx';
import { lengthText } from '#src/ui/time-format.ts';
import { dateTitle } from './calendar-dates.ts';

export interface DayCell extends RotaDay {
  /** Null: nobody all day. */
  readonly holder: string | null;
  /** "Tue 3 March: Lena Kowalska; nobody for 9 h; override; today". */
  readonly label: string;
  readonly initials: string;
  readonly colour: CSSProperties | undefined;
  readonly today: boolean;
}

export interface DayLooks {
  readonly people: Pick<MemberDirectory, 'name'>;
  readonly colourOf: (userId: string) => CSSProperties;
  readonly today: number;
}

export function dayCells(
  days: readonly RotaDay[],
  { people, colourOf, today }: DayLooks,
): readonly DayCell[] {
  const looks = new Map<string, Pick<DayCell, 'initials' | 'colour'>>();
  const lookOf = (userId: string) => {
    const known = looks.get(userId);
    if (known) return known;
    const look = { initials: initialsOf(people.name(userId)), colour: colourOf(userId) };
    looks.set(userId, look);
    return look;
  };
  return days.map((day) => {
    const holder = holderOfDay(day);
    return {
      ...day,
      holder,
      label: labelOf(day, people, day.date === today),
      today: day.date === today,
      ...(holder === null ? { initials: day.early ? '' : '–', colour: undefined } : lookOf(holder)),
    };
  });
}

function labelOf(day: RotaDay, people: Pick<MemberDirectory, 'name'>, today: boolean): string {
  const names = day.people.map(({ userId }) => people.name(userId)).join(', ');
  const nobody = day.early ? 'before the schedule begins' : 'nobody';
  const notes = [
    day.people.length > 0 && day.gap > 0 ? `nobody for ${lengthText(day.gap)}` : null,
    day.overridden ? 'override' : null,
    today ? 'today' : null,
  ].filter((note) => note !== null);
  return [`${dateTitle(day.date)}: ${names === '' ? nobody : names}`, ...notes].join('; ');
}
