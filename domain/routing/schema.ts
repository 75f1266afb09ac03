/**
 * Routing rules of an integration: in order, the first whose conditions all hold chooses what becomes of an alert. The default is the
 * integration's own service.
 */
import * as v from 'valibot';
import { alertSeveritySchema, labelNameSchema } from '../alert/schema.ts';
import { entityFields, idSchema, textSchema, wholeNumberSchema, optionalLineSchema } from '../base.ts';
import { limits } from '../constants.ts';
import { settingsLimits } from '../settings-limits.ts';
import { urgencySchema } from '../policy/condition.ts';

/** Parts of a message that conditions look at. */
export const routingParts = ['label', 'summary', 'severity', 'key'] as const;
export type RoutingPart = (typeof routingParts)[number];

const routingTextSchema = textSchema(settingsLimits.routingText);
const labelSchema = v.pipe(textSchema(limits.name), labelNameSchema);

const subjectFields = {
  part: v.picklist(routingParts),
  /** Name of the label; '' for another part. */
  label: v.optional(optionalLineSchema(limits.name), ''),
};

const routingConditionSchema = v.variant('kind', [
  v.object({ kind: v.literal('equals'), ...subjectFields, value: optionalLineSchema(limits.labelValue) }),
  v.object({
    kind: v.literal('in'),
    ...subjectFields,
    values: v.pipe(
      v.array(textSchema(settingsLimits.routingText)),
      v.minLength(1, 'Name at least one value.'),
      v.maxLength(settingsLimits.routingValues, `Name at most ${settingsLimits.routingValues} values.`),
    ),
  }),
  /** Regular expression of RE2, which the whole text must match. */
  v.object({ kind: v.literal('matches'), ...subjectFields, pattern: routingTextSchema }),
]);
export type RoutingCondition = v.InferInput<typeof routingConditionSchema>;

const routingServiceSchema = v.variant('by', [
  v.object({ by: v.literal('default') }),
  v.object({ by: v.literal('id'), serviceId: idSchema }),
  /** The label's value is the name of a service. */
  v.object({ by: v.literal('label'), label: labelSchema }),
]);

/** Texts may have placeholders such as `{zone}` for the values of labels. Null: as it was sent. */
const routingActionSchema = v.variant('kind', [
  v.object({ kind: v.literal('drop') }),
  v.object({
    kind: v.literal('alert'),
    service: routingServiceSchema,
    severity: v.nullable(alertSeveritySchema),
    /** Null: by the severity. */
    urgency: v.nullable(urgencySchema),
    /** Messages for which this gives the same text share one alert. Null: each dedup key has its own. */
    group: v.nullable(routingTextSchema),
    summary: v.nullable(routingTextSchema),
    labels: v.pipe(
      v.array(v.object({ name: labelSchema, text: routingTextSchema })),
      v.maxLength(settingsLimits.routingLabels, `Set at most ${settingsLimits.routingLabels} labels.`),
    ),
  }),
]);
export type RoutingAction = v.InferInput<typeof routingActionSchema>;

/** Shape alone: `prepareRules` finds what is wrong with a rule of this shape. */
export const routingRuleSchema = v.object({
  id: idSchema,
  name: textSchema(limits.name),
  /** All must hold. None: it matches every message. */
  conditions: v.pipe(
    v.array(routingConditionSchema),
    v.maxLength(
      settingsLimits.routingConditions,
      `Use at most ${settingsLimits.routingConditions} conditions.`,
    ),
  ),
  action: routingActionSchema,
});
export type RoutingRule = v.InferInput<typeof routingRuleSchema>;

export const routingRulesSchema = v.pipe(
  v.array(routingRuleSchema),
  v.maxLength(settingsLimits.routingRules, `Use at most ${settingsLimits.routingRules} rules.`),
);

/** Rules of an integration; the id is the integration's. */
export const routingSchema = v.object({ ...entityFields, rules: routingRulesSchema });
export type Routing = v.InferInput<typeof routingSchema>;

/** Rules and default of an integration as somebody saved them: `createdAt` and `createdBy` are of the change. */
export const routingVersionSchema = v.object({
  ...entityFields,
  integrationId: idSchema,
  /** The revision of the rules. */
  version: wholeNumberSchema(1, Number.MAX_SAFE_INTEGER),
  /** Service of the default. */
  serviceId: idSchema,
  rules: routingRulesSchema,
});
export type RoutingVersion = v.InferInput<typeof routingVersionSchema>;
