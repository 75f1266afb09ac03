/** Left-out parts of a file or a calendar, as sentences: all counted, the first ones named. */
import { limits } from '../constants.ts';

export interface LeftOutEntry {
  /** Title of an event; empty: it has none, or it is a line. */
  readonly title: string;
  /** Line of the text, the first one is 1; null: it is unknown. */
  readonly line: number | null;
  /** To be read after the title: “it ends before it begins”. */
  readonly reason: string;
}

/** Left-out parts of a reading. */
export interface LeftOut {
  /** At least so many. */
  readonly count: number;
  /** Sentences that name the first of them. */
  readonly notes: readonly string[];
  /** Sentences on what was read, and not for certain. */
  readonly remarks: readonly string[];
}

export const nothingLeftOut: LeftOut = { count: 0, notes: [], remarks: [] };

export const leftOutOf = (entries: readonly LeftOutEntry[], count = entries.length): LeftOut => ({
  count,
  notes: entries.slice(0, limits.leftOutNotes).map(leftOutText),
  remarks: [],
});

export const withLeftOut = (one: LeftOut, other: LeftOut): LeftOut => ({
  count: one.count + other.count,
  notes: [...one.notes, ...other.notes].slice(0, limits.leftOutNotes),
  remarks: [...one.remarks, ...other.remarks].slice(0, limits.leftOutNotes),
});

function leftOutText({ title, line, reason }: LeftOutEntry): string {
  const shown = [...title].slice(0, limits.leaveName).join('');
  const subject = title === '' ? 'Without a title' : `“${shown}”`;
  if (line === null) return `${subject}: ${reason}.`;
  return title === '' ? `Line ${line}: ${reason}.` : `${subject} (line ${line}): ${reason}.`;
}

export const unknownZoneRemark = (name: string, timezone: string): string =>
  `The time zone “${[...name].slice(0, limits.leaveName).join('')}” is unknown: its times are read in ${timezone}.`;
