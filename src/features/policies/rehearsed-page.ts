/** Subject of a rehearsed page: an alert or an incident of a severity, which has its urgency. */
import { alertSeverities, type AlertSeverity } from '#domain/alert/schema.ts';
import { severities, type Severity } from '#domain/incident/schema.ts';
import { urgencyOf } from '#domain/page/urgency.ts';
import type { ConditionSubject } from '#domain/policy/condition.ts';

export type RehearsedPriority = AlertSeverity | Severity;

const alerts = alertSeverities.map(
  (alert) => [alert, { urgency: urgencyOf(alert), priority: { incident: null, alert } }] as const,
);
const incidents = severities.map(
  (incident) => [incident, { urgency: 'high', priority: { incident, alert: null } }] as const,
);

export const aboutPages = Object.fromEntries([...alerts, ...incidents]) as Readonly<
  Record<RehearsedPriority, ConditionSubject>
>;

export const priorityOptions = [
  ...alerts.map(([value, { urgency }]) => ({
    value,
    label: `An alert: ${value}`,
    hint: `${urgency} urgency`,
  })),
  ...incidents.map(([value, { urgency }]) => ({
    value,
    label: `An incident: ${value}`,
    hint: `${urgency} urgency`,
  })),
] as const satisfies readonly { readonly value: RehearsedPriority }[];
