/** People who look where they may not, by every way that there is; and people who may. */
import { collectionPaths, documentPaths, realtimePaths } from '#domain/paths.ts';
import { query } from '#ports/docs/query.ts';
import { teamId } from '../crowd.ts';
import { pick } from '../world/plan.ts';
import { type Moves, roomOf } from './kind.ts';

export const probeMoves: Moves = {
  probeRoom: {
    weight: 8,
    act(world, desk, [die, other, third]) {
      const hidden = world.incidents.filter((incident) => incident.private);
      const incident = pick(hidden, die) ?? pick(world.incidents, die);
      if (!incident) return null;
      const { id } = incident;
      const { docs, storage, realtime } = desk.client;
      const file = pick(desk.views.docs('room/files'), third);
      const path = typeof file?.data?.['path'] === 'string' ? file.data['path'] : null;
      const server = { source: 'server' } as const;
      const ways: Readonly<Record<string, () => Promise<unknown>>> = {
        'get the incident': () => docs.get(documentPaths.incident(teamId, id), server),
        'list its timeline': () => docs.find(query(collectionPaths.timeline(teamId, id)), server),
        'list its tasks': () => docs.find(query(collectionPaths.tasks(teamId, id)), server),
        'list its files': () => docs.find(query(collectionPaths.attachments(teamId, id)), server),
      };
      const [name, ask] = pick(Object.entries(ways), other) ?? [];
      if (!name || !ask) return null;
      // Presence and files follow the documents after a moment; the secret words in them are watched for on the wire.
      void realtime.get(realtimePaths.room(teamId, id)).catch(() => {});
      if (path) void storage.read(path).catch(() => {});
      world.attempts.track(desk, name, 'read', id, ask());
      return `tries to ${name} (${roomOf(incident)})`;
    },
  },
  probeAll: {
    weight: 3,
    act(world, desk, [die]) {
      const { docs } = desk.client;
      const server = { source: 'server' } as const;
      const lists = {
        'list all incidents': collectionPaths.incidents(teamId),
        'list members': collectionPaths.members(teamId),
        'list pages': collectionPaths.pages(teamId),
        'list alerts': collectionPaths.alerts(teamId),
      };
      const [name, path] = pick(Object.entries(lists), die) ?? [];
      if (!name || !path) return null;
      const all = name === 'list all incidents';
      // Only owners may list what may be private.
      world.attempts.track(desk, name, all ? 'manageMembers' : 'read', null, docs.find(query(path), server));
      return `tries to ${name}`;
    },
  },
};
