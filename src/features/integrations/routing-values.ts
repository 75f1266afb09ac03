/** Routing rules as the form holds them: texts and choices, some of which are not valid yet. */
import * as v from 'valibot';
import type { PatternCompiler } from '#domain/routing/pattern.ts';
import { prepareRules, rulesFault } from '#domain/routing/prepare.ts';
import {
  routingParts,
  type RoutingCondition,
  type RoutingRule,
  routingRulesSchema,
} from '#domain/routing/schema.ts';

const conditionValuesSchema = v.object({
  part: v.picklist(routingParts),
  label: v.string(),
  kind: v.picklist(['equals', 'in', 'matches']),
  /** Value, pattern, or values that commas part. */
  text: v.string(),
});
export type ConditionValues = v.InferOutput<typeof conditionValuesSchema>;

const ruleValuesSchema = v.object({
  id: v.string(),
  name: v.string(),
  conditions: v.array(conditionValuesSchema),
  action: v.picklist(['alert', 'drop']),
  /** `default`, `label`, or `id:` with a service's id. */
  service: v.string(),
  serviceLabel: v.string(),
  severity: v.picklist(['', 'critical', 'error', 'warning', 'info']),
  urgency: v.picklist(['', 'high', 'low']),
  group: v.string(),
  summary: v.string(),
  labels: v.array(v.object({ name: v.string(), text: v.string() })),
});
export type RuleValues = v.InferOutput<typeof ruleValuesSchema>;

export interface RoutingValues {
  serviceId: string;
  rules: RuleValues[];
}

export const newRule = (id: string): RuleValues => ({
  ...{ id, name: '', conditions: [], action: 'alert', service: 'default', serviceLabel: 'service' },
  ...{ severity: '', urgency: '', group: '', summary: '', labels: [] },
});

/** The rule that sets up many services at once. */
export const serviceRule = (id: string): RuleValues => ({
  ...newRule(id),
  name: 'Service by its label',
  service: 'label',
});

export const ruleValuesOf = ({ id, name, conditions, action }: RoutingRule): RuleValues => ({
  ...newRule(id),
  name,
  conditions: conditions.map(conditionValuesOf),
  ...(action.kind === 'drop'
    ? { action: 'drop' }
    : {
        ...{ severity: action.severity ?? '', urgency: action.urgency ?? '', labels: action.labels },
        ...{ group: action.group ?? '', summary: action.summary ?? '' },
        ...(action.service.by === 'label' && { service: 'label', serviceLabel: action.service.label }),
        ...(action.service.by === 'id' && { service: `id:${action.service.serviceId}` }),
      }),
});

function conditionValuesOf(condition: RoutingCondition): ConditionValues {
  const { part, label = '', kind } = condition;
  const text =
    condition.kind === 'equals'
      ? condition.value
      : condition.kind === 'in'
        ? condition.values.join(', ')
        : condition.pattern;
  return { part, label, kind, text };
}

/** The rule in its stored shape, to be checked. */
export const routingRuleOf = (values: RuleValues) => ({
  id: values.id,
  name: values.name,
  conditions: values.conditions.map(conditionOf),
  action: values.action === 'drop' ? { kind: 'drop' } : actionOf(values),
});

function conditionOf({ part, label, kind, text }: ConditionValues) {
  const subject = { kind, part, label: part === 'label' ? label : '' };
  if (kind === 'equals') return { ...subject, value: text };
  if (kind === 'matches') return { ...subject, pattern: text };
  return { ...subject, values: text.split(',').flatMap((value) => value.trim() || []) };
}

const actionOf = ({ service, serviceLabel, severity, urgency, group, summary, labels }: RuleValues) => ({
  kind: 'alert',
  service: service.startsWith('id:')
    ? { by: 'id', serviceId: service.slice(3) }
    : service === 'label'
      ? { by: 'label', label: serviceLabel }
      : { by: 'default' },
  severity: severity || null,
  urgency: urgency || null,
  group: group.trim() || null,
  summary: summary.trim() || null,
  labels,
});

/** Rules that can be saved; throws for others, which the form's schema has refused. */
export const rulesOf = (values: readonly RuleValues[]): RoutingRule[] =>
  v.parse(routingRulesSchema, values.map(routingRuleOf));

/** `compile` null: patterns are left to the server. */
export const routingFormSchema = (compile: PatternCompiler | null) =>
  v.object({
    serviceId: v.pipe(v.string(), v.minLength(1, 'Choose the service of alerts that no rule matches.')),
    rules: v.pipe(
      v.array(ruleValuesSchema),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed) return;
        const fault = faultOf(dataset.value, compile);
        if (fault !== null) addIssue({ message: fault });
      }),
    ),
  });

/** Labels of a rule's fields, as they stand beside them. */
const ruleFieldLabels: ReadonlyMap<unknown, string> = new Map([
  ['name', 'Name'],
  ['conditions', 'Conditions'],
  ['serviceId', 'Service'],
  ['group', 'One alert for'],
  ['summary', 'Summary'],
  ['labels', 'Labels'],
]);

/** The first rule that can't be saved, in a sentence; null: all can. */
function faultOf(values: readonly RuleValues[], compile: PatternCompiler | null): string | null {
  const rules = values.map(routingRuleOf);
  const checked = v.safeParse(routingRulesSchema, rules);
  if (!checked.success) {
    const [issue] = checked.issues;
    const [rule, ...inside] = (issue.path ?? []).map(({ key }) => key);
    if (typeof rule !== 'number') return issue.message;
    const label = inside.flatMap((key) => ruleFieldLabels.get(key) ?? []).at(-1);
    return `Rule ${rule + 1}${label === undefined ? '' : `, ${label}`}: ${issue.message}`;
  }
  const together = rulesFault(checked.output);
  if (together !== null) return together;
  const [broken] = compile === null ? [] : prepareRules(rules, compile).broken;
  return broken === undefined ? null : `Rule ${broken.number}: ${broken.problem}`;
}
