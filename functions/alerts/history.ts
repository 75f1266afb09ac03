/** History of an alert in a transaction, and its way into the timeline of an incident. */
import { type AlertEvent, alertEventSchema, incidentEventOf } from '#domain/alert/history.ts';
import type { Alert } from '#domain/alert/schema.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import type { HistoryEvent } from '#domain/transition.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { limit, orderBy, query } from '#ports/docs/query.ts';
import type { CommandWork, Guarded } from '../kernel/guard.ts';
import { unitOfWorkOf } from '../kernel/system.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** Adds to the alert's history, or to the timeline of its incident. Returns the id of the last entry. */
export function appendToAlert(
  on: CommandWork,
  { id, teamId, incidentId }: Guarded<Alert>,
  events: readonly HistoryEvent[],
): string {
  const work = unitOfWorkOf(on);
  return incidentId === null
    ? work.appendAlertHistory(teamId, id, events)
    : work.appendTimeline(teamId, incidentId, events);
}

/** An entry that a command changes in its place. */
export const saveAlertEvent = (
  on: CommandWork,
  { teamId, alertId, id }: Guarded<AlertEvent>,
  entry: AlertEvent,
): void => unitOfWorkOf(on).save(documentPaths.alertEvent(teamId, alertId, id), entry);

/** Moves the newest entries of an alert's history to where people work now: one text is in one place, and is withdrawn there. */
export async function moveHistory(
  work: UnitOfWork,
  { teamId, id }: Alert,
  incidentId: string,
): Promise<void> {
  const newest = query(
    collectionPaths.history(teamId, id),
    orderBy('createdAt', 'desc'),
    limit(settingsLimits.movedHistory),
  );
  for (const event of await work.find(alertEventSchema, newest)) {
    const moved = incidentEventOf(event, incidentId);
    work.save(documentPaths.timelineEvent(teamId, incidentId, event.id), moved);
    work.remove(documentPaths.alertEvent(teamId, id, event.id));
  }
}
