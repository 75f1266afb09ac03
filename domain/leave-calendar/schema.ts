/** Calendars of leave and of holidays that a team has read in, from a file or from an address. */
import * as v from 'valibot';
import {
  entityFields,
  epochMsSchema,
  idSchema,
  optionalTextSchema,
  textSchema,
  wholeNumberSchema,
} from '../base.ts';
import { limits } from '../constants.ts';
import { concernedSchema, leaveCalendarFields } from './fields.ts';

const dateSchema = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/u, 'A day is written as 2026-12-24.'));

const leaveSpanSchema = v.object({
  /** Names the event's occurrence. */
  key: v.pipe(v.string(), v.maxLength(64)),
  startsAt: epochMsSchema,
  endsAt: epochMsSchema,
  /** First and last whole day, the last one included; null: the two times count. */
  days: v.nullable(v.object({ first: dateSchema, last: dateSchema })),
});
export type LeaveSpan = v.InferInput<typeof leaveSpanSchema>;

/** The leave of one person as the calendar names them. */
const leaveNameSchema = v.object({
  who: textSchema(limits.leaveName),
  /** The member; null: nobody was found or chosen yet. */
  userId: v.nullable(idSchema),
  /** An admin has chosen them: reading again keeps it. */
  chosen: v.boolean(),
  spans: v.array(leaveSpanSchema),
});
export type LeaveName = v.InferInput<typeof leaveNameSchema>;

const sentencesSchema = v.optional(
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(1_000))), v.maxLength(limits.leftOutNotes)),
  [],
);

/** Read by admins alone: the names in it are as the calendar has them. */
export const leaveCalendarSchema = v.object({
  ...entityFields,
  ...leaveCalendarFields,
  /** The host of its address, all that is shown of that; null: it was read from a file. */
  host: v.nullable(v.string()),
  lastReadAt: v.nullable(epochMsSchema),
  /** Time of the next reading of its address; null: it has none. */
  nextReadAt: v.nullable(epochMsSchema),
  /** Readings that failed, one after the other. */
  failures: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
  /** Reason why the last reading failed; empty: it did not. */
  problem: optionalTextSchema(limits.reason),
  /** Entries that were read, and those left out: unreadable, or past the bounds. */
  entries: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
  leftOut: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
  /** Sentences that name the first of what was left out, and on what was read and not for certain. */
  notes: sentencesSchema,
  remarks: sentencesSchema,
  /** Names of a calendar of leave. */
  names: v.array(leaveNameSchema),
});
export type LeaveCalendar = v.InferInput<typeof leaveCalendarSchema>;

/** The address of a calendar, which is a secret, and what is known of its content: the server's alone. */
export const calendarAddressSchema = v.object({
  ...entityFields,
  address: v.string(),
  etag: v.nullable(v.string()),
  lastModified: v.nullable(v.string()),
  /** Time of the last reading with other content. */
  takenOverAt: v.nullable(epochMsSchema),
  /** Readings that have begun and did not end, one after the other: counted before each, because the process may end with it. */
  unfinished: v.optional(wholeNumberSchema(0, Number.MAX_SAFE_INTEGER), 0),
});
export type CalendarAddress = v.InferInput<typeof calendarAddressSchema>;

/** The holidays of one calendar; the id is the calendar's. Every member reads them. */
export const holidaysSchema = v.object({
  ...entityFields,
  concerned: concernedSchema,
  days: v.pipe(
    v.array(v.object({ title: textSchema(limits.leaveName), first: dateSchema, last: dateSchema })),
    v.maxLength(limits.holidays),
  ),
});
export type Holidays = v.InferInput<typeof holidaysSchema>;
