/** Conversion of a calendar's events to leave by person, and to holidays. */
import { limits } from '../constants.ts';
import { sha256Hex } from '../digest.ts';
import { isWithin, spanBounds } from '../span.ts';
import type { Member } from '../team/schema.ts';
import { wholeDays } from '../time-off/days.ts';
import type { TimeOff } from '../time-off/schema.ts';
import { type LeftOut, type LeftOutEntry, leftOutOf } from './left-out.ts';
import type { Holidays, LeaveCalendar, LeaveName, LeaveSpan } from './schema.ts';

/** Event as `api/calendar-events.ts` reads it. */
export interface LeaveEvent {
  readonly key: string;
  readonly title: string;
  readonly attendee: string | null;
  readonly addresses: readonly string[];
  readonly startsAt: number;
  readonly endsAt: number;
  readonly days: { readonly first: string; readonly last: string } | null;
}

interface Known {
  readonly members: readonly Pick<Member, 'id' | 'displayName'>[];
  /** People by mail address, in lower case; they may be in no team. */
  readonly byAddress: ReadonlyMap<string, string>;
  /** Names of the reading before. */
  readonly before: readonly LeaveName[];
}

const shortened = (text: string): string =>
  (text.trim() || 'Without a title').slice(0, limits.leaveName).toWellFormed().trim();
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Member of an event: by the first address that is a member's, else by the name in its title. Null: none is found. */
function memberOf({ title, attendee, addresses }: LeaveEvent, { members, byAddress }: Known): string | null {
  for (const address of addresses) {
    const found = byAddress.get(address);
    if (members.some(({ id }) => id === found)) return found ?? null;
  }
  const named = members.filter(({ displayName }) => isNamed(displayName, [attendee ?? '', title]));
  return named.length === 1 ? (named[0]?.id ?? null) : null;
}

/** The whole name, between characters that are no letters. */
function isNamed(name: string, texts: readonly string[]): boolean {
  const wanted = folded(name);
  return texts.map(folded).some((text) => {
    const at = text.indexOf(wanted);
    if (at < 0 || wanted === '') return false;
    const [before, after] = [text.slice(0, at), text.slice(at + wanted.length)];
    return !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after);
  });
}

/** Names in the calendar with their members, in the order of its events. An admin's choice stays. At most `limits.leaveNames`. */
export function leaveNames(
  events: readonly LeaveEvent[],
  known: Known,
): { readonly names: readonly LeaveName[]; readonly leftOut: LeftOut } {
  const chosen = new Map(known.before.filter((one) => one.chosen).map((one) => [one.who, one.userId]));
  const fitting = events.filter(isShortEnough);
  const groups = [...Map.groupBy(fitting, ({ attendee, title }) => shortened(attendee ?? title))];
  const names = groups.slice(0, limits.leaveNames).flatMap(([who, found]) => {
    const isChosen = chosen.has(who);
    const userIds = Map.groupBy(found, (event) =>
      isChosen ? (chosen.get(who) ?? null) : memberOf(event, known),
    );
    // Events with one name and several people, by their addresses, are shown as several.
    return [...userIds].map(([userId, own]) => ({ who, userId, chosen: isChosen, spans: own.map(spanOf) }));
  });
  const tooLong = events.filter((event) => !isShortEnough(event));
  const tooMany = groups.slice(limits.leaveNames).flatMap(([, found]) => found);
  return {
    names,
    leftOut: leftOutOf([
      ...tooLong.map(entryOf(`it lasts more than ${limits.timeOffDays} days`)),
      ...tooMany.map(entryOf(`the calendar has more than ${limits.leaveNames} names`)),
    ]),
  };
}

const entryOf =
  (reason: string) =>
  ({ title, attendee }: LeaveEvent): LeftOutEntry => ({
    title: title || (attendee ?? ''),
    line: null,
    reason,
  });

/** Whether it is short enough for time off. Days have one length, whatever the clock of its person. */
function isShortEnough({ startsAt, endsAt, days }: LeaveEvent): boolean {
  return isWithin(
    (days && wholeDays(days.first, days.last, 'UTC')) ?? { startsAt, endsAt },
    spanBounds.timeOff,
  );
}

const spanOf = ({ key, startsAt, endsAt, days }: LeaveEvent): LeaveSpan => ({
  key: sha256Hex(key).slice(0, 32),
  startsAt,
  endsAt,
  days,
});

/** Days of holidays, each title and day once. */
export function holidayDays(events: readonly LeaveEvent[]): {
  readonly days: Holidays['days'];
  readonly leftOut: LeftOut;
} {
  const all = events.flatMap(({ title, days: whole }) =>
    whole === null ? [] : [{ title: shortened(title), ...whole }],
  );
  const byText = new Map(all.map((one) => [`${one.first} ${one.last} ${one.title}`, one]));
  const days = [...byText.values()].toSorted((one, other) =>
    one.first < other.first ? -1 : one.first > other.first ? 1 : 0,
  );
  const tooMany = days.slice(limits.holidays).map(({ title }) => ({
    ...{ title, line: null },
    reason: `the calendar has more than ${limits.holidays} holidays`,
  }));
  const timed = events.filter((event) => event.days === null);
  return {
    days: days.slice(0, limits.holidays),
    leftOut: leftOutOf([...timed.map(entryOf('a holiday is a whole day')), ...tooMany]),
  };
}

/** The time off that a calendar of leave stands for: of members alone, whole days on their own clocks. */
export function timeOffOf(
  calendar: Pick<LeaveCalendar, 'id' | 'teamId' | 'names' | 'createdBy'>,
  members: readonly Pick<Member, 'id' | 'timezone'>[],
  now: number,
): readonly TimeOff[] {
  const zones = new Map<string, string>(members.map(({ id, timezone }) => [id, timezone]));
  return calendar.names.flatMap(({ userId, spans }) => {
    const timezone = userId === null ? undefined : zones.get(userId);
    if (userId === null || timezone === undefined) return [];
    return spans.flatMap(({ key, startsAt, endsAt, days }) => {
      const span = days === null ? { startsAt, endsAt } : wholeDays(days.first, days.last, timezone);
      if (span === null || span.endsAt <= span.startsAt || !isWithin(span, spanBounds.timeOff)) return [];
      return [
        {
          id: `${calendar.id.slice(0, 60)}-${key}`,
          teamId: calendar.teamId,
          createdAt: now,
          createdBy: calendar.createdBy,
          revision: 1,
          userId,
          ...span,
          allDayIn: days === null ? null : timezone,
          calendarId: calendar.id,
        },
      ];
    });
  });
}

export interface TimeOffDifference {
  readonly saved: readonly TimeOff[];
  readonly removed: readonly TimeOff[];
}

/** Writes that turn `stored` into `wanted`. */
export function timeOffDifference(stored: readonly TimeOff[], wanted: readonly TimeOff[]): TimeOffDifference {
  const before = new Map(stored.map((one) => [one.id, one]));
  const ids = new Set(wanted.map(({ id }) => id));
  return {
    saved: wanted.flatMap((one) => {
      const old = before.get(one.id);
      if (!old) return [one];
      const same =
        old.userId === one.userId &&
        old.startsAt === one.startsAt &&
        old.endsAt === one.endsAt &&
        old.allDayIn === one.allDayIn;
      return same ? [] : [{ ...one, createdAt: old.createdAt, revision: old.revision + 1 }];
    }),
    removed: stored.filter(({ id }) => !ids.has(id)),
  };
}
