/** Saves an incident and, for a private one, sees to it that the realtime database knows who may be in its room. */
import type { Incident } from '#domain/entities/incident.ts';
import { documentPaths, realtimePaths } from '#domain/paths.ts';
import { privacyOf, samePrivacy } from '#domain/privacy.ts';
import { noteAccess } from '../kernel/access.ts';
import type { Work } from '../kernel/work.ts';

/** `before` null for an incident that is new. */
export function keepIncident(work: Work, before: Incident | null, incident: Incident): void {
  const { teamId, id, people } = incident;
  work.save(documentPaths.incident(teamId, id), incident);
  if (samePrivacy(privacyOf(before), privacyOf(incident))) return;
  // A room that is in no list of private ones is open to the whole team: it is closed before it is there.
  if (before === null)
    work.beforeCommit(({ realtime }) =>
      realtime.update(
        Object.fromEntries(people.map((userId) => [realtimePaths.accessRoom(teamId, id, userId), true])),
      ),
    );
  noteAccess(work, 'room', incident);
}
