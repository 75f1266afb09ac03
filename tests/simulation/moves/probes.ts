/** People who look where they may not, by every way that there is; and people who may. */
import { collectionPaths, documentPaths, realtimePaths } from '#domain/paths.ts';
import { query } from '#ports/docs/query.ts';
import { teamId } from '../crowd.ts';
import { pick } from '../world/plan.ts';
import { type Moves, roomOf } from './kind.ts';

export const probeMoves: Moves = {
  probeRoom: {
    weight: 8,
    act(world, desk, [die, other]) {
      const hidden = world.incidents.filter((incident) => incident.private);
      const incident = pick(hidden, die) ?? pick(world.incidents, die);
      if (!incident) return null;
      const { id } = incident;
      const { docs, realtime } = desk.client;
      const server = { source: 'server' } as const;
      const ways: Readonly<Record<string, () => Promise<unknown>>> = {
        'get the incident': () => docs.get(documentPaths.incident(teamId, id), server),
        'list its timeline': () => docs.find(query(collectionPaths.timeline(teamId, id)), server),
        'list its tasks': () => docs.find(query(collectionPaths.tasks(teamId, id)), server),
        'list its files': () => docs.find(query(collectionPaths.attachments(teamId, id)), server),
      };
      const [name, ask] = pick(Object.entries(ways), other) ?? [];
      if (!name || !ask) return null;
      // What belongs to it moves between incidents: its secret words are watched for on the wire too.
      for (const alert of world.alerts.filter(({ incidentId }) => incidentId === id))
        void docs.get(documentPaths.alert(teamId, alert.id), server).catch(() => {});
      for (const page of world.pages.filter(({ incidentId }) => incidentId === id)) {
        void docs.get(documentPaths.page(teamId, page.id), server).catch(() => {});
        void docs.find(query(collectionPaths.deliveries(teamId, page.id)), server).catch(() => {});
      }
      // The realtime database follows the documents after a moment; secret words in it are watched for on the wire.
      void realtime.get(realtimePaths.room(teamId, id)).catch(() => {});
      world.attempts.track(desk, name, 'read', id, ask());
      return `tries to ${name} (${roomOf(incident)})`;
    },
  },
  probeFile: {
    weight: 5,
    act(world, desk, [die]) {
      const file = pick(world.attempts.files, die);
      if (!file) return null;
      const { incidentId, path } = file;
      world.attempts.track(desk, 'read a file', 'read', incidentId, desk.client.storage.read(path));
      return 'tries to read a file';
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
        'list all pages': collectionPaths.pages(teamId),
        'list all alerts': collectionPaths.alerts(teamId),
      };
      const [name, path] = pick(Object.entries(lists), die) ?? [];
      if (!name || !path) return null;
      const all = name !== 'list members';
      // Only owners may list what may be private.
      world.attempts.track(desk, name, all ? 'manageMembers' : 'read', null, docs.find(query(path), server));
      return `tries to ${name}`;
    },
  },
};
