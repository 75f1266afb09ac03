/** Incidents of the small team, written as the server would have: so many can't be declared one by one. */
import type { Incident } from '#domain/incident/schema.ts';
import { declareIncident } from '#domain/incident/transitions.ts';
import { toDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { teamId } from './small-team.ts';

const incidentId = (number: number): string => `i${String(number).padStart(5, '0')}`;

/** Incidents with the numbers from `from` to `to`, that is included: closed, “Outage 7” has the number 7. */
export async function writeIncidents(
  server: ServerPorts,
  [from, to]: readonly [from: number, to: number],
  changes: (number: number) => Partial<Incident> = () => ({}),
): Promise<void> {
  const now = server.clock.now();
  const incident = (number: number): Incident => ({
    ...declareIncident(
      {
        id: incidentId(number),
        teamId,
        number,
        title: `Outage ${number}`,
        severity: 'SEV3',
        serviceIds: [],
        private: false,
      },
      { by: 'lin', now },
    ).state,
    status: 'closed',
    ...changes(number),
  });
  for (let start = from; start <= to; start += 400)
    await server.docs.batch(
      Array.from({ length: Math.min(to - start + 1, 400) }, (_, offset) => ({
        type: 'set' as const,
        path: documentPaths.incident(teamId, incidentId(start + offset)),
        data: toDocument(incident(start + offset)),
      })),
    );
}
