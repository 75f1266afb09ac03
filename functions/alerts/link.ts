/** Ties an alert to an incident, or frees it; the alert's page goes along, so that its story is told in one place. */
import { changeAlert } from '#domain/alert/transitions.ts';
import { transitioned } from '#domain/transition.ts';
import { alertSchema, type Alert } from '#domain/alert/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import { pageSchema, type Page } from '#domain/page/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import { apply } from '../apply.ts';
import type { CommandWork, Guarded } from '../kernel/guard.ts';
import { accept } from '../kernel/command-failed.ts';
import { asGuarded, unitOfWorkOf } from '../kernel/system.ts';
import { addParticipants } from '../pages/participants.ts';

/** `into` null frees it. */
export async function linkTo(
  work: CommandWork,
  linking: Guarded<Alert>,
  into: Guarded<Incident> | null,
  by: string,
): Promise<Alert> {
  const incidentId = into?.id ?? null;
  if (linking.incidentId === incidentId) return linking;
  // Out of one incident and into another are two things, told where each happened.
  const freed = await step(work, linking, null, by);
  const linked = await step(work, freed, incidentId, by);
  await takePageAlong(work, linked, into, by);
  return linked;
}

/** The alerts of an incident, as this command has changed them so far. */
export async function alertsOf(
  work: CommandWork,
  { teamId, id }: Guarded<Incident>,
): Promise<readonly Guarded<Alert>[]> {
  const linked = query(collectionPaths.alerts(teamId), where('incidentId', '==', id));
  return (await unitOfWorkOf(work).find(alertSchema, linked)).map(asGuarded);
}

async function step(
  work: CommandWork,
  current: Guarded<Alert>,
  incidentId: string | null,
  by: string,
): Promise<Guarded<Alert>> {
  const change = accept(changeAlert(current, { kind: 'link', incidentId }, { by, now: work.now }));
  return apply(work, 'alert', current, change);
}

async function takePageAlong(
  work: CommandWork,
  { teamId, pageId }: Alert,
  into: Incident | null,
  by: string,
): Promise<void> {
  if (pageId === null) return;
  const incidentId = into?.id ?? null;
  const current = await unitOfWorkOf(work).get(pageSchema, documentPaths.page(teamId, pageId));
  if (current === null || current.incidentId === incidentId) return;
  const moved = transitioned<Page>(current, { incidentId }, { by, now: work.now });
  await apply(work, 'page', asGuarded(current), moved);
  if (into?.private) await addParticipants(work, into, reachedBy(current));
}

/** Whoever an open page has asked, or has an answer of: it stays theirs. */
function reachedBy({ status, notified, acknowledgements }: Page): readonly string[] {
  if (status === 'cancelled' || status === 'exhausted') return [];
  return [...notified, ...acknowledgements].map(({ userId }) => userId);
}
