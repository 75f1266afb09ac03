/** The priority of what a page is about, as it is now. */
import { alertSchema, type Alert } from '#domain/alert/schema.ts';
import { incidentSchema, type Incident } from '#domain/incident/schema.ts';
import type { PagePriority } from '#domain/notification/plan.ts';
import type { Page } from '#domain/page/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

export const noPriority: PagePriority = { incident: null, alert: null };

/** An alert that belongs to an incident has both. */
export async function priorityOf(
  work: UnitOfWork,
  { teamId, incidentId, subject }: Pick<Page, 'teamId' | 'incidentId' | 'subject'>,
): Promise<PagePriority> {
  const incident: Incident | null =
    incidentId === null ? null : await work.get(incidentSchema, documentPaths.incident(teamId, incidentId));
  const alert: Alert | null =
    subject.kind === 'alert'
      ? await work.get(alertSchema, documentPaths.alert(teamId, subject.alertId))
      : null;
  return { incident: incident?.severity ?? null, alert: alert?.severity ?? null };
}
