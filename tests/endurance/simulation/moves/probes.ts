/** People who look where they may not, by every way that there is; and people who may. */
import { collectionPaths, documentPaths, realtimePaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { accounts, teamId } from '../team.ts';
import { pick } from '../world/plan.ts';
import type { World } from '../world/world.ts';
import { type Moves, roomOf } from './kind.ts';

/** Alerts of private incidents, and pages about them: an alert's own page says what the alert said, mostly in public. */
const hiddenOnes = (world: World) => [
  ...world.pages.filter((page) => page.private && page.subject.kind === 'incident'),
  ...world.alerts.filter((alert) => alert.private),
];

export const probeMoves: Moves = {
  probeRoom: {
    weight: 8,
    act(world, browser, [die, other]) {
      const hidden = world.incidents.filter((incident) => incident.private);
      const incident = pick(hidden, die) ?? pick(world.incidents, die);
      if (!incident) return null;
      const { id } = incident;
      const { docs, realtime } = browser.client;
      const server = { source: 'server' } as const;
      const ways: Readonly<Record<string, () => Promise<unknown>>> = {
        'get the incident': () => docs.get(documentPaths.incident(teamId, id), server),
        'list its timeline': () => docs.find(query(collectionPaths.timeline(teamId, id)), server),
        'list its tasks': () => docs.find(query(collectionPaths.tasks(teamId, id)), server),
        'list its files': () => docs.find(query(collectionPaths.attachments(teamId, id)), server),
      };
      const [name, ask] = pick(Object.entries(ways), other) ?? [];
      if (!name || !ask) return null;
      // The realtime database follows the documents after a moment; secret words in it are watched for on the wire.
      void realtime.get(realtimePaths.room(teamId, id)).catch(() => {});
      world.attempts.track(browser, name, 'read', id, ask());
      return `tries to ${name} (${roomOf(incident)})`;
    },
  },
  probeBelonging: {
    weight: 14,
    who(world, [die, other]) {
      const people = pick(hiddenOnes(world), die)?.people ?? [];
      const members = accounts.filter(({ role }) => role !== null && role !== 'owner');
      const outside = members.filter(({ uid }) => !people.includes(uid));
      return pick(outside, other)?.uid;
    },
    act(world, browser, [die]) {
      const one = pick(hiddenOnes(world), die);
      if (!one) return null;
      const { docs } = browser.client;
      const server = { source: 'server' } as const;
      // The answer may be readable by the team by then: its secret words are checked on the wire.
      const ignore = (asked: Promise<unknown>) => void asked.catch(() => {});
      if ('dedupKey' in one) ignore(docs.get(documentPaths.alert(teamId, one.id), server));
      else {
        ignore(docs.get(documentPaths.page(teamId, one.id), server));
        ignore(docs.find(query(collectionPaths.deliveries(teamId, one.id)), server));
      }
      return `tries to read ${'dedupKey' in one ? 'an alert' : 'a page'} of a private incident`;
    },
  },
  probeFile: {
    weight: 5,
    act(world, browser, [die]) {
      const file = pick(world.attempts.files, die);
      if (!file) return null;
      const { incidentId, path } = file;
      world.attempts.track(
        browser,
        'read a file',
        'read',
        incidentId,
        browser.client.storage.content.read(path),
      );
      return 'tries to read a file';
    },
  },
  probeAll: {
    weight: 3,
    act(world, browser, [die]) {
      const { docs } = browser.client;
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
      // Only owners may list collections with private documents.
      world.attempts.track(
        browser,
        name,
        all ? 'manageMembers' : 'read',
        null,
        docs.find(query(path), server),
      );
      return `tries to ${name}`;
    },
  },
};
