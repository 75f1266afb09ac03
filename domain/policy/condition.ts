/** Condition of a policy's step: urgency and priority of its page, and hours of the week. */
import * as v from 'valibot';
import { type AlertSeverity, alertSeverities, alertSeveritySchema } from '../alert/schema.ts';
import { type Severity, severities, severitySchema } from '../incident/schema.ts';
import { openingAt, weeklyHoursSchema } from '../schedule/weekly-hours.ts';
import { windowText } from '../schedule/window-text.ts';
import { zoneText } from '../timezone.ts';

export const urgencySchema = v.picklist(['high', 'low']);

/** Severities of a page's incident and alert; null: no such severity. */
export const prioritySchema = v.object({
  incident: v.nullable(severitySchema),
  alert: v.nullable(alertSeveritySchema),
});
export type PagePriority = v.InferInput<typeof prioritySchema>;

export const noPriority: PagePriority = { incident: null, alert: null };

/** Severities from worst to mildest: of incidents, then of alerts. */
export const stepSeverities = [...severities, ...alertSeverities] as const;

export const conditionHoursSchema = weeklyHoursSchema('Add the hours, or choose “At any time”.');

/** Condition whose parts must all hold. */
export const stepConditionSchema = v.object({
  /** Null: any. */
  urgency: v.nullable(urgencySchema),
  /** Allowed severities of the incident or the alert. None: any. */
  severities: v.pipe(v.array(v.picklist(stepSeverities)), v.maxLength(stepSeverities.length)),
  /** Null: at any time. */
  hours: v.nullable(conditionHoursSchema),
});
export type StepCondition = v.InferInput<typeof stepConditionSchema>;

/** The page, as conditions see it. */
export interface ConditionSubject {
  readonly urgency: v.InferInput<typeof urgencySchema>;
  readonly priority?: PagePriority | undefined;
}

/** The first part that does not hold at `at`, in words; null: the step asks. */
export function unmetCondition(
  condition: StepCondition | null | undefined,
  { urgency, priority = noPriority }: ConditionSubject,
  at: number,
): string | null {
  if (!condition) return null;
  if (condition.urgency !== null && condition.urgency !== urgency) return urgencyText(condition.urgency);
  const { severities: wanted, hours } = condition;
  const given: readonly (Severity | AlertSeverity | null)[] = [priority.incident, priority.alert];
  if (wanted.length > 0 && !wanted.some((one) => given.includes(one))) return severityText(wanted);
  return hours !== null && !openingAt(hours, at).open ? hoursText(hours) : null;
}

/** Parts of the condition in words, each as “only when urgency is high”; none: the step always runs. */
export function conditionTexts(condition: StepCondition | null | undefined): readonly string[] {
  if (!condition) return [];
  const { urgency, severities: wanted, hours } = condition;
  return [
    ...(urgency === null ? [] : [urgencyText(urgency)]),
    ...(wanted.length === 0 ? [] : [severityText(wanted)]),
    ...(hours === null ? [] : [hoursText(hours)]),
  ];
}

const urgencyText = (urgency: ConditionSubject['urgency']): string => `only when urgency is ${urgency}`;

const severityText = (wanted: StepCondition['severities']): string =>
  `only for ${new Intl.ListFormat('en', { type: 'disjunction' }).format(wanted)}`;

const hoursText = ({ timezone, windows }: NonNullable<StepCondition['hours']>): string =>
  `only ${windows.map(windowText).join('; ')} ${zoneText(timezone)}`;

/** Whether a condition depends on the page's incident or alert. */
export const asksPriority = (steps: readonly { readonly condition?: StepCondition | null | undefined }[]) =>
  steps.some(({ condition }) => condition && condition.severities.length > 0);

export const isUnconditional = ({ urgency, severities: wanted, hours }: StepCondition): boolean =>
  urgency === null && wanted.length === 0 && hours === null;
