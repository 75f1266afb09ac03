/** Texts that describe routing rules. */
import type { RoutingCondition, RoutingRule } from './schema.ts';

const shownValues = 3;

function subjectOf({ part, label }: RoutingCondition): string {
  if (part === 'label') return `label ${label ?? ''}`;
  return part === 'key' ? 'dedup key' : part;
}

function testOf(condition: RoutingCondition): string {
  switch (condition.kind) {
    case 'equals':
      return condition.value === '' ? 'is not there' : `is “${condition.value}”`;
    case 'in': {
      const shown = condition.values.slice(0, shownValues).map((value) => `“${value}”`);
      const more = condition.values.length - shown.length;
      return `is one of ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    }
    case 'matches':
      return `matches ${condition.pattern}`;
  }
}

/** "If label zone is “eu” and severity is “critical”". */
export const conditionsText = ({ conditions }: Pick<RoutingRule, 'conditions'>): string =>
  conditions.length === 0
    ? 'Every alert'
    : `If ${conditions.map((one) => `${subjectOf(one)} ${testOf(one)}`).join(' and ')}`;

/** Effect of a rule on an alert, by parts. `nameOf`: name of a service by its id. */
export function actionText({ action }: Pick<RoutingRule, 'action'>, nameOf: (id: string) => string): string {
  if (action.kind === 'drop') return 'drop it';
  const { service, severity, urgency, group, summary, labels } = action;
  return [
    service.by === 'default' ? 'the default service' : null,
    service.by === 'id' ? `the service ${nameOf(service.serviceId)}` : null,
    service.by === 'label' ? `the service that the label ${service.label} names` : null,
    severity === null ? null : `severity ${severity}`,
    urgency === null ? null : `${urgency} urgency`,
    group === null ? null : `one alert per “${group}”`,
    summary === null ? null : 'its own summary',
    labels.length === 0 ? null : `${labels.length === 1 ? '1 label' : `${labels.length} labels`} set`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
