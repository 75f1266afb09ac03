/** Maintenance windows that hold back an alert's page, looked up in the transaction that would start the page or have it ask again. */
import type { Alert } from '#domain/alert/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import { type Maintenance, maintenanceSchema } from '#domain/maintenance/schema.ts';
import { holdingWindow } from '#domain/maintenance/window.ts';
import { storedTime } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { liveAlertsOf } from '../pages/join.ts';

/** Query of the maintenance windows that are not over; at most `limits.maintenanceWindows`. */
export const unfinishedWindows = (teamId: string) =>
  query(collectionPaths.maintenance(teamId), where('dueAt', '>', storedTime(0)));

/** Live alerts of a page that are looked at; a page with more of them in other states asks as usual. */
const portion = 100;

/** Whether active maintenance windows hold everything that the page asks for. */
export async function isPageHeld(work: UnitOfWork, page: Page): Promise<boolean> {
  if (page.subject.kind !== 'alert' || page.incidentId !== null) return false;
  const alerts = await liveAlertsOf(work, page, portion);
  if (alerts.length === 0) return false;
  const windows = await work.find(maintenanceSchema, unfinishedWindows(page.teamId));
  return alerts.every((alert) => holdingWindow(windows, alert, work.now) !== null);
}

/** Null: none is active for it. */
export async function maintenanceHolding(work: UnitOfWork, alert: Alert): Promise<Maintenance | null> {
  if (alert.incidentId !== null) return null;
  const windows = await work.find(maintenanceSchema, unfinishedWindows(alert.teamId));
  return holdingWindow(windows, alert, work.now)?.window ?? null;
}
