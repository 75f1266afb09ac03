/**
 * Answers of PagerDuty's REST API, as far as they are read. The fields are those of PagerDuty/go-pagerduty (schedule.go,
 * escalation_policy.go, user.go) and of PagerDuty/api-schema (reference/REST/openapiv3.json).
 */
import * as v from 'valibot';

const text = v.pipe(v.string(), v.maxLength(10_000));
const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,100}$/u, 'This is no id.'));
/** An instant in the form of RFC 3339. */
const instantSchema = v.pipe(
  v.string(),
  v.isoTimestamp('This is no time.'),
  v.transform((given) => Date.parse(given)),
);
const reference = v.looseObject({ id, type: v.optional(text, ''), summary: v.optional(v.nullish(text), '') });
const listOf = <S extends v.GenericSchema>(item: S, most: number) =>
  v.optional(v.nullish(v.pipe(v.array(item), v.maxLength(most)), []), []);

const renderedSchema = v.looseObject({
  start: instantSchema,
  end: instantSchema,
  user: v.nullish(reference),
});
export type RenderedEntry = v.InferOutput<typeof renderedSchema>;
const subscheduleSchema = v.nullish(
  v.looseObject({ rendered_schedule_entries: listOf(renderedSchema, 10_000) }),
);

const pagerDutyLayerSchema = v.looseObject({
  name: v.optional(v.nullish(text), ''),
  start: instantSchema,
  end: v.optional(v.nullable(instantSchema), null),
  rotation_virtual_start: instantSchema,
  rotation_turn_length_seconds: v.pipe(v.number(), v.integer(), v.minValue(1)),
  users: v.pipe(v.array(v.looseObject({ user: reference })), v.maxLength(500)),
  restrictions: listOf(
    v.looseObject({
      type: v.picklist(['daily_restriction', 'weekly_restriction']),
      start_time_of_day: text,
      start_day_of_week: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7))),
      duration_seconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7 * 86_400)),
    }),
    100,
  ),
});
export type PagerDutyLayer = v.InferOutput<typeof pagerDutyLayerSchema>;

export const pagerDutyScheduleSchema = v.looseObject({
  id,
  name: text,
  time_zone: text,
  description: v.nullish(text),
  /** Missing in lists, unless they were asked for with `include[]=schedule_layers`. */
  schedule_layers: v.nullish(v.pipe(v.array(pagerDutyLayerSchema), v.maxLength(100))),
  override_subschedule: subscheduleSchema,
  final_schedule: subscheduleSchema,
});
export type PagerDutySchedule = v.InferOutput<typeof pagerDutyScheduleSchema>;

export const pagerDutyPolicySchema = v.looseObject({
  id,
  name: text,
  description: v.nullish(text),
  num_loops: v.optional(v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)), 0), 0),
  escalation_rules: v.pipe(
    v.array(
      v.looseObject({
        escalation_delay_in_minutes: v.pipe(v.number(), v.integer(), v.minValue(0)),
        targets: v.pipe(v.array(reference), v.maxLength(500)),
        /** terraform-provider-pagerduty, website/docs/r/escalation_policy: `round_robin` or `assign_to_everyone`. */
        escalation_rule_assignment_strategy: v.nullish(v.looseObject({ type: v.optional(text, '') })),
      }),
    ),
    v.maxLength(500),
  ),
  services: listOf(reference, 5_000),
});
export type PagerDutyPolicy = v.InferOutput<typeof pagerDutyPolicySchema>;

export const pagerDutyUserSchema = v.looseObject({
  id,
  name: text,
  email: v.optional(v.nullish(text), ''),
});

/** Pages of a list: go-pagerduty, client.go, `APIListObject`. */
export const pagerDutyPageSchema = v.looseObject({
  limit: v.optional(v.number()),
  offset: v.optional(v.number(), 0),
  more: v.optional(v.nullish(v.boolean())),
});
