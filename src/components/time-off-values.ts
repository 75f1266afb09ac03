/** Time off as its form has it. */
import * as v from 'valibot';
import { optionalTextSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import { createZone } from '#domain/schedule/rota-zone.ts';
import { daysOf, wholeDays } from '#domain/time-off/days.ts';
import type { TimeOff } from '#domain/time-off/schema.ts';

/** Time off with its note. */
export type NotedTimeOff = TimeOff & { readonly note: string };

const fieldsSchema = v.object({
  /** Empty: nobody is chosen. */
  userId: v.pipe(v.string(), v.nonEmpty('Choose who is away.')),
  kind: v.picklist(['days', 'times']),
  /** Dates of whole days, the last one included. */
  first: v.string(),
  last: v.string(),
  /** On the person's clock. */
  from: v.string(),
  until: v.string(),
  note: optionalTextSchema(limits.reason),
});
export type TimeOffValues = v.InferInput<typeof fieldsSchema>;

const startOf = ({ kind, first, from }: TimeOffValues) => (kind === 'days' ? first : from);
const endOf = ({ kind, last, until }: TimeOffValues) => (kind === 'days' ? last : until);
const isOrdered = (values: TimeOffValues) =>
  values.kind === 'days' ? values.last >= values.first : values.until > values.from;

const missing = 'Fill in the start and the end.';
const reversed = 'The end comes after the start. Choose a later end.';
const is =
  (kind: TimeOffValues['kind'], check: (values: TimeOffValues) => boolean) => (values: TimeOffValues) =>
    values.kind !== kind || check(values);
const hasStart = (values: TimeOffValues) => startOf(values) !== '';
const hasEnd = (values: TimeOffValues) => endOf(values) !== '';
const endsLater = (values: TimeOffValues) => !hasStart(values) || !hasEnd(values) || isOrdered(values);

const timeOffFormSchema = v.pipe(
  fieldsSchema,
  v.forward(v.check(is('days', hasStart), missing), ['first']),
  v.forward(v.check(is('days', hasEnd), missing), ['last']),
  v.forward(v.check(is('days', endsLater), reversed), ['last']),
  v.forward(v.check(is('times', hasStart), missing), ['from']),
  v.forward(v.check(is('times', hasEnd), missing), ['until']),
  v.forward(v.check(is('times', endsLater), reversed), ['until']),
);

/** Start and end as milliseconds; null for a date or time that can't be read. */
function spanOf(values: TimeOffValues, timezone: string): Pick<TimeOff, 'startsAt' | 'endsAt'> | null {
  if (values.kind === 'days') return wholeDays(values.first, values.last, timezone);
  const { instant } = createZone(timezone);
  const [startsAt = Number.NaN, endsAt = Number.NaN] = [values.from, values.until].map((text) =>
    Date.parse(`${text}Z`),
  );
  return Number.isNaN(startsAt + endsAt) ? null : { startsAt: instant(startsAt), endsAt: instant(endsAt) };
}

export interface TimeOffFormContext {
  /** Null: a new one. */
  readonly before: NotedTimeOff | null;
  /** Person of a new one; empty: to be chosen. */
  readonly userId: string;
  readonly now: number;
  readonly timezoneOf: (userId: string) => string;
}

/** Time zone of the form's dates and times. */
export const formTimezone = ({ before, timezoneOf }: TimeOffFormContext, userId: string): string =>
  before?.allDayIn ?? timezoneOf(userId);

function valuesOf(context: TimeOffFormContext): TimeOffValues {
  const { before, now } = context;
  const userId = before?.userId ?? context.userId;
  const timezone = formTimezone(context, userId);
  const span = before ?? { startsAt: now, endsAt: now + 1 };
  const { wallClock } = createZone(timezone);
  const local = (at: number) => new Date(wallClock(at)).toISOString().slice(0, 16);
  return {
    userId,
    kind: before?.allDayIn === null ? 'times' : 'days',
    ...daysOf(span, timezone),
    from: local(span.startsAt),
    until: local(span.endsAt),
    note: before?.note ?? '',
  };
}

interface TimeOffFormEnd {
  readonly toasts: { done(title: string, detail?: string): void; error(title: string, detail: string): void };
  readonly onClose: () => void;
}

/** Options of `useEntityForm` for a form of time off, which closes once it is saved or queued. */
export const timeOffFormOptions = (context: TimeOffFormContext, { toasts, onClose }: TimeOffFormEnd) => ({
  command: 'saveTimeOff' as const,
  draft: `time-off.${context.before?.id ?? `new.${context.userId}`}`,
  entity: context.before,
  schema: timeOffFormSchema,
  values: valuesOf(context),
  inputOf: (
    values: TimeOffValues,
    { id, ...revision }: { readonly id: string; readonly expectedRevision?: number },
  ) => {
    const timezone = formTimezone(context, values.userId);
    return {
      timeOffId: id,
      userId: values.userId,
      // NaN is refused at its field.
      ...(spanOf(values, timezone) ?? { startsAt: Number.NaN, endsAt: Number.NaN }),
      allDayIn: values.kind === 'days' ? timezone : null,
      note: values.note,
      ...revision,
    };
  },
  fieldNames: ({ kind }: TimeOffValues) =>
    kind === 'days' ? { startsAt: 'first', endsAt: 'last' } : { startsAt: 'from', endsAt: 'until' },
  noun: 'time off',
  toasts,
  onQueued: () => {
    onClose();
    toasts.done('The time off is queued', 'It is saved when the connection is back.');
  },
  onSaved: () => {
    onClose();
    // The form itself reports a change.
    if (context.before === null) toasts.done('Time off saved');
  },
});
