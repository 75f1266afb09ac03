/** Shifts as files have them: a calendar (iCalendar) or a list (CSV). Who it is, is a name that is to be matched with a member. */
import { day } from '#domain/constants.ts';
import { fromLocal } from './span.ts';

export interface FileShift {
  readonly who: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

export type ReadShifts =
  | { readonly ok: true; readonly shifts: readonly FileShift[] }
  /** A sentence that says what to do. */
  | { readonly ok: false; readonly reason: string };

export interface ReadOptions {
  /** Zone of times without one. */
  readonly timezone: string;
  readonly now: number;
}

/** Occurrences that are read of one file. */
const most = 500;

/** Recurring events are read from a month ago to a year ahead. */
export async function readShifts(text: string, options: ReadOptions): Promise<ReadShifts> {
  const trimmed = text.replace(/^\uFEFF/u, '').trim();
  if (trimmed === '') return { ok: false, reason: 'It is empty. Choose another file.' };
  const read = /^BEGIN:VCALENDAR/imu.test(trimmed)
    ? await (
        await import('./read-calendar.ts')
      ).readCalendar(trimmed, {
        ...options,
        from: options.now - 31 * day,
        to: options.now + 365 * day,
        most,
      })
    : readList(trimmed, options);
  if (!read.ok || read.shifts.length > 0) return read;
  return { ok: false, reason: 'There is no shift in it from a month ago to a year ahead.' };
}

/** `start,end,person`: a line a shift, after a line with the names of the columns, separated by commas, semicolons or tabs. */
function readList(text: string, { timezone }: ReadOptions): ReadShifts {
  const [head = '', ...lines] = text.split(/\r?\n/u).filter((line) => line.trim() !== '');
  const separator = [',', ';', '\t'].find((one) => head.includes(one)) ?? ',';
  const names = cells(head, separator).map((name) => name.toLowerCase());
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
  for (const [index, line] of lines.slice(0, most).entries()) {
    const row = cells(line, separator);
    const startsAt = timeOf(row[start] ?? '', timezone);
    const endsAt = timeOf(row[end] ?? '', timezone);
    const person = row[who] ?? '';
    const fault =
      startsAt === null || endsAt === null
        ? 'has no time such as 2026-11-23 09:00'
        : endsAt <= startsAt
          ? 'ends before it begins'
          : person === ''
            ? 'names nobody'
            : null;
    if (fault !== null)
      return { ok: false, reason: `Line ${index + 2} ${fault}. Correct it, and try again.` };
    shifts.push({ who: person, startsAt: startsAt ?? 0, endsAt: endsAt ?? 0 });
  }
  return { ok: true, shifts };
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
