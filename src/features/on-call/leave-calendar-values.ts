/** A leave calendar as its form has it. */
import * as v from 'valibot';
import { timezoneSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import type { LeaveCalendar } from '#domain/leave-calendar/schema.ts';
import type { CommandInput } from '#api/commands.ts';

const valuesSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Give it a name.'),
    v.maxLength(limits.name, `Use at most ${limits.name} characters.`),
  ),
  kind: v.picklist(['leave', 'zone', 'people']),
  timezone: timezoneSchema,
  userIds: v.array(v.string()),
  from: v.picklist(['address', 'file']),
  /** A secret. */
  address: v.string(),
  /** The text of one that is too large is not read. */
  file: v.nullable(
    v.object({
      name: v.string(),
      size: v.pipe(
        v.number(),
        v.maxValue(limits.calendarText, 'The file is too large. Export fewer events.'),
      ),
      text: v.string(),
    }),
  ),
});
export type LeaveCalendarValues = v.InferInput<typeof valuesSchema>;
export type LeaveCalendarKind = LeaveCalendarValues['kind'];

/** A chosen file as the form has it. */
export async function fileValueOf(file: File): Promise<LeaveCalendarValues['file']> {
  const { name, size } = file;
  return { name, size, text: size > limits.calendarText ? '' : await file.text() };
}

/** Null: the file is no mistake. */
export function faultOfFile(file: LeaveCalendarValues['file']): string | null {
  const read = v.safeParse(valuesSchema.entries.file, file);
  return read.success ? null : read.issues[0].message;
}

/** A new calendar needs something to be read from. */
export const leaveCalendarFormSchema = (isNew: boolean) =>
  v.pipe(
    valuesSchema,
    v.forward(
      v.check(({ kind, userIds }) => kind !== 'people' || userIds.length > 0, 'Choose at least one person.'),
      ['userIds'],
    ),
    v.forward(
      v.check(({ from, file }) => !isNew || from !== 'file' || file !== null, 'Choose a file.'),
      ['file'],
    ),
    v.forward(
      v.check(
        ({ from, address }) => !isNew || from !== 'address' || address.trim() !== '',
        'Enter the address.',
      ),
      ['address'],
    ),
  );

export const kindOfCalendar = ({ concerned }: Pick<LeaveCalendar, 'concerned'>): LeaveCalendarKind =>
  concerned === null ? 'leave' : concerned.kind === 'people' ? 'people' : 'zone';

export interface NewCalendar {
  readonly timezone: string;
  readonly from: LeaveCalendarValues['from'];
}

/** Null: a new one. */
export function leaveCalendarValuesOf(
  calendar: LeaveCalendar | null,
  { timezone, from }: NewCalendar,
): LeaveCalendarValues {
  const concerned = calendar?.concerned ?? null;
  return {
    name: calendar?.name ?? '',
    kind: calendar ? kindOfCalendar(calendar) : 'leave',
    timezone: concerned?.kind === 'timezone' ? concerned.timezone : timezone,
    userIds: concerned?.kind === 'people' ? [...concerned.userIds] : [],
    from,
    address: '',
    file: null,
  };
}

/** The fields of the command. */
export const leaveCalendarInputOf = (values: LeaveCalendarValues) => ({
  name: values.name,
  concerned: concernedOf(values),
  source: sourceOf(values),
});

function concernedOf({
  kind,
  timezone,
  userIds,
}: LeaveCalendarValues): CommandInput<'saveLeaveCalendar'>['concerned'] {
  if (kind === 'leave') return null;
  return kind === 'zone' ? { kind: 'timezone', timezone } : { kind: 'people', userIds: [...userIds] };
}

/** Null: it is read from where it was read before. */
function sourceOf({ from, address, file }: LeaveCalendarValues): CommandInput<'saveLeaveCalendar'>['source'] {
  if (from === 'file') return file === null ? null : { kind: 'file', text: file.text };
  const entered = address.trim();
  return entered === '' ? null : { kind: 'address', address: entered };
}
