/** Changes of a runbook, and the incidents that it is for. */
import type { Incident } from '../incident/schema.ts';
import { changedTo, type Changed, transitioned, type TransitionContext } from '../transition.ts';
import type { Runbook } from './schema.ts';

export type RunbookContent = Pick<Runbook, 'id' | 'teamId' | 'name' | 'severities' | 'serviceIds' | 'steps'>;

/** `before` null for a new one. */
export const saveRunbook = (
  before: Runbook | null,
  content: RunbookContent,
  context: TransitionContext,
): Changed<Runbook, never> =>
  before === null
    ? changedTo({ ...content, createdAt: context.now, createdBy: context.by, revision: 1 }, context)
    : transitioned(before, content, context);

/** Whether the incident's severity is among the runbook's, and one of its services. */
export const isRunbookFor = (
  { severities, serviceIds }: Pick<Runbook, 'severities' | 'serviceIds'>,
  incident: Pick<Incident, 'severity' | 'serviceIds'>,
): boolean =>
  (severities.length === 0 || severities.includes(incident.severity)) &&
  (serviceIds.length === 0 || incident.serviceIds.some((id) => isRunbookOf({ serviceIds }, id)));

/** Whether incidents of a service can get the runbook. */
export const isRunbookOf = ({ serviceIds }: Pick<Runbook, 'serviceIds'>, serviceId: string): boolean =>
  serviceIds.length === 0 || serviceIds.some((id) => id === serviceId);

/** The task that a step becomes in an incident: the same one, whoever adds it. */
export const stepTaskId = ({ id }: Pick<Runbook, 'id'>, step: Runbook['steps'][number]): string =>
  `${id}-${step.id}`;
