import { incident, type Incident } from '#domain/entities/incident.ts';
import { documentPaths } from '#domain/paths.ts';
import type { Session } from '../kernel/command.ts';
import { found } from '../kernel/refused.ts';

/** The incident, as this command has changed it so far. Whether the caller may see it is for `require` to say. */
export async function incidentOf(
  { work, teamId }: Pick<Session, 'work' | 'teamId'>,
  incidentId: string,
): Promise<Incident> {
  return found(await work.get(incident, documentPaths.incident(teamId, incidentId)));
}
