/**
 * A teammate and the incidents of the team. Some of them look in after a while, say one thing at most, stay as long as
 * it lives, and leave. Private incidents are none of their business.
 */
import { incidentSchema, type Incident } from '#domain/incident/schema.ts';
import { minute } from '#domain/constants.ts';
import { collectionPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import { demoTeamId } from '../team/people.ts';
import { partOf } from './cast.ts';
import { Visit } from './visit.ts';
import { fromReadableDocument } from '#api/codec.ts';
import type { Teammate } from './teammate.ts';
import { liveStatuses } from '#domain/incident/status.ts';

/** Age of an incident after which teammates no longer join it. */
const oldMs = 12 * 60 * minute;

export function watchRooms(mate: Teammate): () => void {
  const visits = new Map<string, Visit>();
  const live = query(
    collectionPaths.incidents(demoTeamId),
    where('private', '==', false),
    where('status', 'in', [...liveStatuses]),
  );
  const stop = mate.backend.docs.watchQuery(live, {
    next: ({ docs }) => {
      const rooms = new Map(
        docs.flatMap((doc) => {
          const room = fromReadableDocument(incidentSchema, doc);
          return room ? [[doc.id, room] as const] : [];
        }),
      );
      for (const [id, visit] of visits) {
        if (rooms.has(id)) continue;
        visit.end();
        visits.delete(id);
      }
      for (const [id, room] of rooms) {
        if (visits.has(id)) continue;
        const visit = plan(mate, room);
        if (visit) visits.set(id, visit);
      }
    },
  });
  return () => {
    stop();
    for (const visit of visits.values()) visit.end();
    visits.clear();
  };
}

function plan(mate: Teammate, room: Incident): Visit | null {
  if (mate.clock.now() - room.createdAt > oldMs) return null;
  const part = partOf(mate.person.id, room.id, mate.everyone);
  return part ? new Visit(mate, room.id, part) : null;
}
