/** Documents that no version of this code wrote. */
import type { ServerPorts } from '#ports/server/server.ts';
import { Timestamp } from '#ports/docs/values.ts';
import { teamId } from './small-team.ts';

/** A page that is due. */
export async function saveDue(server: ServerPorts): Promise<void> {
  const nextAt = Timestamp.fromMillis(server.clock.now());
  const data = { id: 'due', teamId, createdAt: nextAt, nextAt };
  await server.docs.batch([{ type: 'set', path: `teams/${teamId}/pages/due`, data }]);
}

const statuses: Readonly<Record<string, string>> = { pages: 'notifying', alerts: 'open' };

/** Stores an unreadable document in a collection of the small team, with the fields that its lists filter by. */
export async function saveUnreadable(server: ServerPorts, collection: string, id: string): Promise<void> {
  const at = Timestamp.fromMillis(server.clock.now());
  const asked = {
    lastAt: at,
    createdAt: at,
    number: 1,
    name: 1,
    startsAt: at,
    private: false,
    status: statuses[collection] ?? 'triage',
  };
  const page = collection === 'pages' ? { waitingFor: ['ada', 'lin', 'sam'] } : {};
  const data = { ...asked, ...page, id, teamId };
  await server.docs.batch([{ type: 'set', path: `teams/${teamId}/${collection}/${id}`, data }]);
}
