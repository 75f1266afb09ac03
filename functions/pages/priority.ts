/** The priority of what a page is about, as it is now. */
import { alertSchema, type Alert } from '#domain/alert/schema.ts';
import { incidentSchema, type Incident } from '#domain/incident/schema.ts';
import { asksPriority, type PagePriority } from '#domain/policy/condition.ts';
import { stepsOfChain } from '#domain/policy/chain.ts';
import type { Page } from '#domain/page/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { unitOfWorkOf } from '../kernel/system.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** An alert that belongs to an incident has both. */
export async function priorityOf(
  work: UnitOfWork,
  { teamId, incidentId, subject }: Pick<Page, 'teamId' | 'incidentId' | 'subject'>,
): Promise<PagePriority> {
  const incident: Incident | null =
    incidentId === null
      ? null
      : await work.getReadable(incidentSchema, documentPaths.incident(teamId, incidentId));
  const alert: Alert | null =
    subject.kind === 'alert'
      ? await work.getReadable(alertSchema, documentPaths.alert(teamId, subject.alertId))
      : null;
  return { incident: incident?.severity ?? null, alert: alert?.severity ?? null };
}

/** The page with the priority that it has now, where a condition of its policy asks for it. Nothing is stored by this alone. */
export async function withPriority<P extends Page>(work: CommandWork, page: P): Promise<P> {
  if (!asksPriority(stepsOfChain(page.policy))) return page;
  return { ...page, priority: await priorityOf(unitOfWorkOf(work), page) };
}
