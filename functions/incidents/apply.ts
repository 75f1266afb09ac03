/** Keeps what happened to an incident, writes its timeline, and ends its pages once it is over. */
import type { EndPages } from '#domain/incident/transitions.ts';
import type { Incident } from '#domain/incident/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { cancelPage } from '#domain/page/answer.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Changed } from '#domain/transition.ts';
import { query, where } from '#ports/docs/query.ts';
import type { CommandWork, Guarded } from '../kernel/guard.ts';
import { asGuarded, unitOfWorkOf } from '../kernel/system.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { applyPage } from '../pages/apply.ts';
import { saveIncident } from './save.ts';
import { notifyOfOffers } from './offers.ts';

/** `before` null for an incident that is declared. */
export async function applyIncident(
  on: CommandWork,
  before: Guarded<Incident> | null,
  change: Changed<Incident, EndPages>,
  by: string,
): Promise<Guarded<Incident>> {
  const work = unitOfWorkOf(on);
  const incident = asGuarded(change.state);
  if (incident === before) return incident;
  saveIncident(work, before, incident);
  work.appendTimeline(incident.teamId, incident.id, change.events);
  await notifyOfOffers(work, before, incident);
  for (const { reason } of change.effects) await endPages(work, incident, by, reason);
  return incident;
}

async function endPages(
  work: UnitOfWork,
  { teamId, id }: Incident,
  by: string,
  reason: string,
): Promise<void> {
  const asking = await work.find(
    pageSchema,
    query(
      collectionPaths.pages(teamId),
      where('incidentId', '==', id),
      where('status', 'in', ['pending', 'notifying', 'acknowledged']),
    ),
  );
  for (const current of asking) {
    const change = cancelPage(current, by, reason, work.now);
    if (change.ok) await applyPage(work, asGuarded(current), change);
  }
}
