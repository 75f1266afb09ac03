/** Saves an incident and, for a private one, lets the realtime database know who may be in its room. */
import type { Incident } from '#domain/entities/incident.ts';
import { documentPaths, realtimePaths } from '#domain/paths.ts';
import type { Work } from '../kernel/work.ts';
import { attempt } from '../kernel/work.ts';

export function keepIncident(work: Work, incident: Incident): Incident {
  const { teamId, id, people } = incident;
  work.save(documentPaths.incident(teamId, id), incident);
  if (incident.private) {
    const access = people.map((userId) => [realtimePaths.accessRoom(teamId, id, userId), true] as const);
    work.afterCommit(async ({ realtime }) => {
      await attempt(() => realtime.update(Object.fromEntries(access)));
    });
  }
  return incident;
}
