/** Ties an alert to an incident, or frees it; the alert's page goes along, so that its story is told in one place. */
import { changeAlert } from '#domain/alert/transitions.ts';
import { revised, transitioned } from '#domain/transition.ts';
import { alertSchema, type Alert } from '#domain/alert/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import { namedAfter, nextReview, onLink, withReview } from '#domain/page/joining.ts';
import { pageSchema, type Page } from '#domain/page/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import { apply } from '../apply.ts';
import type { CommandWork, Guarded } from '../kernel/guard.ts';
import { accept } from '../kernel/command-failed.ts';
import { asGuarded, unitOfWorkOf } from '../kernel/system.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { liveAlertsOf, someAlertsOf } from '../pages/join.ts';
import { moveHistory } from './history.ts';
import { addParticipants } from '../pages/participants.ts';

/** Links an alert to an incident; `into` null unlinks the alert. */
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
  if (incidentId !== null) await moveHistory(unitOfWorkOf(work), linked, incidentId);
  return takePageAlong(work, linked, into, by);
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

/** Links the page with its alert; an alert leaves a page that it shares with others. */
async function takePageAlong(
  work: CommandWork,
  alert: Alert,
  into: Incident | null,
  by: string,
): Promise<Alert> {
  const { teamId, pageId } = alert;
  if (pageId === null) return alert;
  const incidentId = into?.id ?? null;
  const whole = unitOfWorkOf(work);
  const current = await whole.get(pageSchema, documentPaths.page(teamId, pageId));
  if (current === null || current.incidentId === incidentId) return alert;
  const [other = null, liveOther = null] = await othersOf(whole, current, alert);
  const becomes = onLink(current, alert, { others: other !== null, liveOthers: liveOther !== null });
  if (becomes === 'leaves') {
    const next = liveOther ?? other;
    const renamed = isSubject(current, alert) && next ? revised(namedAfter(current, next), {}) : current;
    const state = withReview(renamed, nextReview(work.now));
    await apply(work, 'page', asGuarded(current), { ok: true, state, events: [], effects: [] });
    const left = { ...alert, pageId: null };
    whole.save(documentPaths.alert(teamId, alert.id), left);
    return left;
  }
  const named = isSubject(current, alert) ? current : namedAfter(current, alert);
  const moved = transitioned<Page>(named, { incidentId }, { by, now: work.now });
  await apply(work, 'page', asGuarded(current), moved);
  if (into?.private) await addParticipants(work, into, reachedBy(current));
  return alert;
}

/** Another alert of the page, and another unresolved one. */
async function othersOf(
  work: UnitOfWork,
  page: Page,
  alert: Alert,
): Promise<readonly [Alert | undefined, Alert | undefined]> {
  if (page.incidentId !== null) return [undefined, undefined];
  const others = (found: readonly Alert[]) =>
    found.find(({ id, pageId }) => id !== alert.id && pageId === page.id);
  return [others(await someAlertsOf(work, page, 2)), others(await liveAlertsOf(work, page, 2))];
}

const isSubject = ({ subject }: Page, { id }: Alert): boolean =>
  subject.kind === 'alert' && subject.alertId === id;

/** Members whom an open page notified or who acknowledged it; they become participants of a private incident that takes the page. */
function reachedBy({ status, notified, acknowledgements }: Page): readonly string[] {
  if (status === 'cancelled' || status === 'exhausted') return [];
  return [...notified, ...acknowledgements].map(({ userId }) => userId);
}
