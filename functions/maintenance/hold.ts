/** Maintenance window that holds an alert's page back, looked up in the transaction that would start the page. */
import type { Alert } from '#domain/alert/schema.ts';
import { type Maintenance, maintenanceSchema } from '#domain/maintenance/schema.ts';
import { holdingWindow } from '#domain/maintenance/window.ts';
import { storedTime } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** Query of the maintenance windows that are not over; at most `limits.maintenanceWindows`. */
export const unfinishedWindows = (teamId: string) =>
  query(collectionPaths.maintenance(teamId), where('dueAt', '>', storedTime(0)));

/** Null: none is active for it. */
export async function maintenanceHolding(work: UnitOfWork, alert: Alert): Promise<Maintenance | null> {
  if (alert.incidentId !== null) return null;
  const windows = await work.find(maintenanceSchema, unfinishedWindows(alert.teamId));
  return holdingWindow(windows, alert, work.now)?.window ?? null;
}
