/** The incidents that a person is in, private ones included: asked by that person's own commands. */
import { incidentSchema, type Incident } from '#domain/incident/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { unitOfWorkOf } from '../kernel/system.ts';

export function incidentsOfPerson(
  on: CommandWork,
  teamId: string,
  userId: string,
): Promise<readonly Incident[]> {
  return unitOfWorkOf(on).find(
    incidentSchema,
    query(collectionPaths.incidents(teamId), where('people', 'array-contains', userId)),
  );
}
