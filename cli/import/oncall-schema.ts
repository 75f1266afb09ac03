/**
 * Answers of Grafana OnCall's HTTP API, as far as they are read. The fields are those of grafana/oncall,
 * docs/sources/oncall-api-reference: users.md, schedules.md, on_call_shifts.md, escalation_chains.md and escalation_policies.md.
 */
import * as v from 'valibot';

const text = v.pipe(v.string(), v.maxLength(10_000));
const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,100}$/u, 'This is no id.'));
const whole = v.pipe(v.number(), v.integer());
/** `yyyy-MM-dd'T'HH:mm:ss` on the clock of the shift's time zone, as if it were UTC. */
const wallClockSchema = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/u, 'This is no time such as 2020-09-05T08:00:00.'),
  v.transform((given) => Date.parse(`${given}Z`)),
  v.number(),
  v.finite('There is no such day.'),
);
const nullable = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema), null);
const ids = v.pipe(v.array(id), v.maxLength(500));

export const onCallUserSchema = v.looseObject({ id, email: nullable(text), username: text });

export const onCallScheduleSchema = v.looseObject({
  id,
  name: text,
  type: v.picklist(['ical', 'calendar', 'web']),
  time_zone: nullable(text),
  shifts: nullable(ids),
});
export type OnCallSchedule = v.InferOutput<typeof onCallScheduleSchema>;

const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
/** 1 is Monday. */
const weekdaySchema = v.pipe(
  v.picklist(weekdayNames),
  v.transform((name) => weekdayNames.indexOf(name) + 1),
);

export const shiftTypes = ['single_event', 'recurrent_event', 'rolling_users', 'override'] as const;

export const onCallShiftSchema = v.looseObject({
  id,
  name: text,
  type: v.picklist(shiftTypes),
  time_zone: nullable(text),
  level: v.optional(v.nullish(whole, 0), 0),
  start: wallClockSchema,
  /** Seconds. */
  duration: v.pipe(whole, v.minValue(1)),
  frequency: nullable(v.picklist(['hourly', 'daily', 'weekly', 'monthly'])),
  interval: v.optional(v.nullish(v.pipe(whole, v.minValue(1)), 1), 1),
  until: nullable(wallClockSchema),
  rotation_start: nullable(wallClockSchema),
  /** “Default: SU”. */
  week_start: v.optional(v.nullish(weekdaySchema, 'SU'), 'SU'),
  by_day: nullable(v.pipe(v.array(weekdaySchema), v.maxLength(7))),
  by_month: nullable(v.array(whole)),
  by_monthday: nullable(v.array(whole)),
  users: nullable(ids),
  rolling_users: nullable(v.pipe(v.array(ids), v.maxLength(500))),
  start_rotation_from_user_index: v.optional(v.nullish(v.pipe(whole, v.minValue(0)), 0), 0),
});
export type OnCallShift = v.InferOutput<typeof onCallShiftSchema>;

export const onCallChainSchema = v.looseObject({ id, name: text });
export type OnCallChain = v.InferOutput<typeof onCallChainSchema>;

export const onCallStepSchema = v.looseObject({
  id,
  escalation_chain_id: id,
  position: v.optional(whole, 0),
  type: v.pipe(v.string(), v.maxLength(100)),
  important: v.optional(v.nullish(v.boolean())),
  /** Seconds. */
  duration: nullable(v.pipe(whole, v.minValue(0))),
  persons_to_notify: nullable(ids),
  persons_to_notify_next_each_time: nullable(ids),
  notify_on_call_from_schedule: nullable(id),
});
export type OnCallStep = v.InferOutput<typeof onCallStepSchema>;

/** A part of a list. */
export const onCallPageSchema = v.looseObject({
  count: v.optional(whole),
  next: nullable(text),
  results: v.array(v.unknown()),
});
