/** Calendars of leave and of holidays. */
import * as v from 'valibot';
import { idSchema, textSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import { leaveCalendarFields } from '#domain/leave-calendar/fields.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput, expectedRevision } from './fields.ts';

/** Where a calendar comes from: the text of a file, or an address, which is a secret. */
const sourceSchema = v.variant('kind', [
  v.object({
    kind: v.literal('file'),
    text: v.pipe(
      v.string(),
      v.minLength(1, 'The file is empty. Choose another one.'),
      v.maxLength(limits.calendarText, 'The file is too large. Export fewer events.'),
    ),
  }),
  v.object({ kind: v.literal('address'), address: textSchema(2_000) }),
]);

export const leaveCalendarsCommands = {
  /** Adds a calendar, or changes it. `source` null: it stays as it was. A file is read at once, an address right after. */
  saveLeaveCalendar: command<RevisionOutput>()({
    input: {
      calendarId: idSchema,
      ...leaveCalendarFields,
      source: v.nullable(sourceSchema),
      expectedRevision,
    },
    permission: { of: 'team', action: 'configure' },
    scope: 'calendarId',
    labels: { pending: 'Save a leave calendar', failed: 'The leave calendar was not saved' },
  }),

  /** Says who of the team somebody in a calendar of leave is; null: nobody. */
  mapLeaveName: command<RevisionOutput>()({
    input: { calendarId: idSchema, who: textSchema(limits.leaveName), userId: v.nullable(idSchema) },
    permission: { of: 'team', action: 'configure' },
    scope: 'calendarId',
    labels: { pending: 'Match a name of a leave calendar', failed: 'The name was not matched' },
  }),

  /** Reads its address again, whenever it is due. */
  readLeaveCalendar: command<RevisionOutput>()({
    input: { calendarId: idSchema },
    permission: { of: 'team', action: 'configure' },
    scope: 'calendarId',
    labels: { pending: 'Read a leave calendar', failed: 'The leave calendar was not read' },
  }),

  /** With the time off and the holidays that came from it. */
  removeLeaveCalendar: command<RevisionOutput>()({
    input: { calendarId: idSchema },
    permission: { of: 'team', action: 'configure' },
    scope: 'calendarId',
    labels: { pending: 'Remove a leave calendar', failed: 'The leave calendar was not removed' },
  }),
} as const;
