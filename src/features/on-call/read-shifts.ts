/** Shifts in files: a calendar (iCalendar) or a list (CSV). People are names, to be matched with members. */
import { day } from '#domain/constants.ts';
import { type LeftOut, type LeftOutEntry, leftOutOf } from '#domain/leave-calendar/left-out.ts';
import type { Workers } from '#ports/workers/workers.ts';
import { fromLocal } from './span.ts';

export interface FileShift {
  readonly who: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

export type ReadShifts =
  | { readonly ok: true; readonly shifts: readonly FileShift[]; readonly leftOut: LeftOut }
  /** A sentence that says what to do. */
  | { readonly ok: false; readonly reason: string };

export interface ReadShiftsOptions {
  /** Zone of times without one. */
  readonly timezone: string;
  readonly now: number;
  readonly workers: Workers | null;
}

/** Shifts that are read of one file. */
const most = 500;

/** Recurring events are read from a month ago to a year ahead. */
export async function readShifts(
  text: string,
  { workers, timezone, now }: ReadShiftsOptions,
): Promise<ReadShifts> {
  const trimmed = text.replace(/^\uFEFF/u, '').trim();
  if (trimmed === '') return { ok: false, reason: 'It is empty. Choose another file.' };
  const read = /^BEGIN:VCALENDAR/imu.test(trimmed)
    ? await (
        await import('./read-calendar.ts')
      ).readCalendar(workers, trimmed, {
        timezone,
        from: now - 31 * day,
        to: now + 365 * day,
        most,
      })
    : readList(trimmed, timezone);
  if (!read.ok || read.shifts.length > 0) return read;
  const [first] = read.leftOut.notes;
  return {
    ok: false,
    reason:
      first === undefined
        ? 'There is no shift in it from a month ago to a year ahead.'
        : `There is no shift in it that can be read. ${first}`,
  };
}

/** `start,end,person`: a line a shift, after a line with the names of the columns, separated by commas, semicolons or tabs. */
function readList(text: string, timezone: string): ReadShifts {
  const all = text.split(/\r?\n/u).map((content, index) => ({ content, line: index + 1 }));
  const [head, ...lines] = all.filter(({ content }) => content.trim() !== '');
  const first = head?.content ?? '';
  const separator = [',', ';', '\t'].find((one) => first.includes(one)) ?? ',';
  const names = cells(first, separator).map((name) => name.toLowerCase());
  const column = (...wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name));
  const [start, end, who] = [
    column('start', 'starts', 'from', 'begin'),
    column('end', 'ends', 'to', 'until'),
    column('person', 'who', 'name', 'email', 'user'),
  ];
  if (start < 0 || end < 0 || who < 0)
    return {
      ok: false,
      reason: 'Its first line names no columns start, end and person. Add a line: start,end,person',
    };
  const shifts: FileShift[] = [];
  const leftOut: LeftOutEntry[] = [];
  for (const { content, line } of lines) {
    const row = cells(content, separator);
    const shift = shiftOf([row[start] ?? '', row[end] ?? '', row[who] ?? ''], timezone);
    if (typeof shift === 'string') leftOut.push({ title: '', line, reason: shift });
    else if (shifts.length < most) shifts.push(shift);
    else leftOut.push({ title: '', line, reason: `only the first ${most} shifts are read` });
  }
  return { ok: true, shifts, leftOut: leftOutOf(leftOut) };
}

/** A shift of a row, or the reason why it is none. */
function shiftOf([start, end, who]: readonly [string, string, string], timezone: string): FileShift | string {
  const [startsAt, endsAt] = [timeOf(start, timezone), timeOf(end, timezone)];
  if (startsAt === null || endsAt === null) return 'it has no time such as 2026-11-23 09:00';
  if (endsAt <= startsAt) return 'it ends before it begins';
  return who === '' ? 'it names nobody' : { who, startsAt, endsAt };
}

/** A line's cells; quotes hold separators, and two of them are one. */
function cells(line: string, separator: string): readonly string[] {
  const found: string[] = [''];
  let quoted = false;
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    const last = found.length - 1;
    if (character === '"' && quoted && line.charAt(index + 1) === '"') {
      found[last] += '"';
      index += 1;
    } else if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) found.push('');
    else found[last] += character;
  }
  return found.map((cell) => cell.trim());
}

/** Time with a zone of its own (`Z`, `+01:00`) or on the given zone's wall clock. */
function timeOf(text: string, timezone: string): number | null {
  if (/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})$/u.test(text)) {
    const at = Date.parse(text.replace(' ', 'T'));
    return Number.isNaN(at) ? null : at;
  }
  const dateOnly = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? `${text}T00:00` : text.replace(' ', 'T');
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/u.test(dateOnly) ? fromLocal(dateOnly, timezone) : null;
}
