/** Events of a change of an incident, alert or page, and the webhooks that they are for. */
import type { Alert } from '../alert/schema.ts';
import { isLive } from '../incident/status.ts';
import type { Incident } from '../incident/schema.ts';
import type { Page } from '../page/schema.ts';
import type { WebhookEventType } from './fields.ts';
import type { EventEntity } from './event-entity.ts';
import { projected } from './payload.ts';
import type { WebhookTarget } from './schema.ts';

export interface EntityEvents {
  readonly types: readonly WebhookEventType[];
  /** Names of the sent fields that changed, without `revision`; empty for a new one. */
  readonly changed: readonly string[];
}

const none: EntityEvents = { types: [], changed: [] };

/** `before` null for a new one. Of what is private, and of drills, there are no events. */
export function eventsOf(before: EventEntity | null, after: EventEntity): EntityEvents {
  if (after.entity.private || (after.kind === 'page' && after.entity.subject.kind === 'drill')) return none;
  if (before === null) return { types: [firstTypes[after.kind]], changed: [] };
  const [old, current] = [fieldsOf(before), fieldsOf(after)];
  const changed = [...current.keys()].filter(
    (name) => name !== 'revision' && old.get(name) !== current.get(name),
  );
  if (changed.length === 0 && !before.entity.private) return none;
  const types = typesOf(before, after);
  return { types: types.length > 0 ? types : [`${after.kind}.updated`], changed };
}

const firstTypes = {
  incident: 'incident.declared',
  alert: 'alert.triggered',
  page: 'page.started',
} as const;

const fieldsOf = (one: EventEntity): ReadonlyMap<string, string> =>
  new Map(Object.entries(projected(one)).map(([name, value]) => [name, JSON.stringify(value)]));

function typesOf(before: EventEntity, after: EventEntity): readonly WebhookEventType[] {
  if (before.kind === 'incident' && after.kind === 'incident')
    return incidentTypes(before.entity, after.entity);
  if (before.kind === 'alert' && after.kind === 'alert') return alertTypes(before.entity, after.entity);
  if (before.kind === 'page' && after.kind === 'page') return pageTypes(before.entity, after.entity);
  return [];
}

function incidentTypes(before: Incident, after: Incident): readonly WebhookEventType[] {
  const types: WebhookEventType[] = [];
  if (before.severity !== after.severity) types.push('incident.severity_changed');
  if (before.status !== after.status) types.push(statusType(before, after));
  if (before.roles.commander !== after.roles.commander) types.push('incident.commander_changed');
  return types;
}

function statusType(before: Incident, after: Incident): WebhookEventType {
  if (after.status === 'resolved') return 'incident.resolved';
  return !isLive(before) && isLive(after) ? 'incident.reopened' : 'incident.status_changed';
}

const alertStatusTypes = {
  open: 'alert.reopened',
  joined: 'alert.updated',
  acknowledged: 'alert.acknowledged',
  suppressed: 'alert.snoozed',
  resolved: 'alert.resolved',
} as const satisfies Record<Alert['status'], WebhookEventType>;

const alertTypes = (before: Alert, after: Alert): readonly WebhookEventType[] =>
  before.status === after.status ? [] : [alertStatusTypes[after.status]];

function pageTypes(before: Page, after: Page): readonly WebhookEventType[] {
  if (before.status !== after.status && after.status !== 'pending' && after.status !== 'notifying')
    return [`page.${after.status}`];
  if (before.status === 'acknowledged' && after.status === 'notifying') return ['page.resumed'];
  return position(before) === position(after) ? [] : ['page.escalated'];
}

const position = ({ phase, policyIndex = 0, step, loop }: Page): string =>
  [phase, policyIndex, step, loop].join(' ');

/** Whether a webhook wants an event of this entity. */
export function isWanted(
  target: WebhookTarget,
  type: WebhookEventType,
  { kind, entity }: EventEntity,
): boolean {
  if (!target.events.includes(type)) return false;
  if (kind === 'incident' && target.severities.length > 0 && !target.severities.includes(entity.severity))
    return false;
  if (target.serviceIds.length === 0) return true;
  const services = kind === 'incident' ? entity.serviceIds : [entity.serviceId ?? null];
  return services.some((id) => id !== null && target.serviceIds.includes(id));
}
