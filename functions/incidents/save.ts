/** Saves an incident and entries of its timeline. The realtime database gets a copy of which rooms there are, and of who may be in a private one. */
import { incidentSchema, type Incident } from '#domain/incident/schema.ts';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import type { HistoryEvent } from '#domain/transition.ts';
import { documentPaths, realtimePaths } from '#api/paths.ts';
import { privacyOf, samePrivacy } from '#domain/incident/privacy.ts';
import { noteAccess } from '../kernel/access.ts';
import type { CommandWork, Guarded } from '../kernel/guard.ts';
import { asGuarded, unitOfWorkOf } from '../kernel/system.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** `before` null for an incident that is new. */
export function saveIncident(work: UnitOfWork, before: Incident | null, incident: Incident): void {
  const { teamId, id, people } = incident;
  work.save(documentPaths.incident(teamId, id), incident);
  if (before !== null && samePrivacy(privacyOf(before), privacyOf(incident))) return;
  // A room that is in no list of private ones is open to the whole team: it is closed before it is there.
  if (before === null && incident.private)
    work.beforeCommit(({ realtime }) =>
      realtime.update(
        Object.fromEntries(people.map((userId) => [realtimePaths.accessRoom(teamId, id, userId), true])),
      ),
    );
  noteAccess(work, 'room', incident);
}

/** An incident that a command has reached, as the transaction has changed it since. */
export async function currentIncident(
  on: CommandWork,
  incident: Guarded<Incident>,
): Promise<Guarded<Incident>> {
  const path = documentPaths.incident(incident.teamId, incident.id);
  return asGuarded((await unitOfWorkOf(on).get(incidentSchema, path)) ?? incident);
}

/** Adds entries to the timeline of an incident that a command has reached. */
export function appendToTimeline(
  on: CommandWork,
  { teamId, id }: Guarded<Incident>,
  events: readonly HistoryEvent[],
): void {
  unitOfWorkOf(on).appendTimeline(teamId, id, events);
}

/** An entry that a command changes in its place. */
export function saveTimelineEvent(
  on: CommandWork,
  before: Guarded<TimelineEvent>,
  entry: TimelineEvent,
): void {
  const { teamId, incidentId, id } = before;
  unitOfWorkOf(on).save(documentPaths.timelineEvent(teamId, incidentId, id), entry);
}
