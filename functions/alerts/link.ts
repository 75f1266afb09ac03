/** Ties an alert to an incident, or frees it; the alert's page goes along, so that its story is told in one place. */
import { changeAlert } from '#domain/alert.ts';
import type { Alert } from '#domain/entities/alert.ts';
import { page } from '#domain/entities/page.ts';
import { documentPaths } from '#domain/paths.ts';
import type { Settings } from '#domain/settings.ts';
import { accept } from '../kernel/refused.ts';
import type { Work } from '../kernel/work.ts';
import { applyPage } from '../pages/apply.ts';
import { applyAlert } from './apply.ts';

export async function linkTo(
  work: Work,
  alert: Alert,
  incidentId: string | null,
  by: string,
  settings: Settings,
): Promise<Alert> {
  if (alert.incidentId === incidentId) return alert;
  // Out of one incident and into another are two things, told where each happened.
  const freed = await step(work, alert, null, by, settings);
  const linked = await step(work, freed, incidentId, by, settings);
  await takePageAlong(work, linked);
  return linked;
}

async function step(
  work: Work,
  alert: Alert,
  incidentId: string | null,
  by: string,
  settings: Settings,
): Promise<Alert> {
  const change = accept(changeAlert(alert, { kind: 'link', incidentId }, by, work.now));
  return applyAlert(work, alert, change, by, settings);
}

async function takePageAlong(work: Work, alert: Alert): Promise<void> {
  if (alert.pageId === null) return;
  const current = await work.get(page, documentPaths.page(alert.teamId, alert.pageId));
  if (current === null || current.incidentId === alert.incidentId) return;
  const moved = { ...current, incidentId: alert.incidentId, revision: current.revision + 1 };
  await applyPage(work, current, { ok: true, state: moved, events: [], effects: [] });
}
