/**
 * An incident's life: its numbers have no gap, it has one commander who may be one, nobody leaves, what is final stays, and its
 * timeline tells of every change in order: each entry begins where the one before it ended.
 */
import * as v from 'valibot';
import type { Incident } from '#domain/incident/schema.ts';
import { type TimelineEvent, timelineEventSchema } from '#domain/timeline/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { may } from '#domain/permissions.ts';
import { teamId } from '../team.ts';
import type { Commit } from '../world/ledger.ts';
import type { Invariant } from './invariant.ts';

const incidentPath = new RegExp(`^${collectionPaths.incidents(teamId)}/[^/]+$`, 'u');
const final = new Set(['closed', 'declined', 'merged']);

export const checkIncidents: Invariant = (world) => {
  const numbers = new Set<number>();

  function change(before: Incident | null, after: Incident, told: readonly TimelineEvent[]): void {
    const wrong = (what: string) => world.wrong(`#${after.number} ${what}`);
    if (before === null) {
      if (numbers.has(after.number) || after.number !== numbers.size + 1) wrong('has a number out of turn.');
      numbers.add(after.number);
    }
    const { commander } = after.roles;
    const role = world.member(commander)?.role ?? null;
    if (!may({ userId: commander, role }, 'takeRole', after).allowed) wrong(`is commanded by ${commander}.`);
    if (!after.people.includes(commander)) wrong(`has a commander who is not in it.`);
    if (new Set(after.people).size !== after.people.length) wrong('has somebody in it twice.');
    if (before === null) return;
    if (after.revision <= before.revision) wrong('has a revision that does not grow.');
    if (before.people.some((uid) => !after.people.includes(uid))) wrong('has lost somebody.');
    if (before.private !== after.private) wrong('is not as private as it was.');
    if (final.has(before.status) && before.status !== after.status)
      wrong(`was ${before.status} and is ${after.status}.`);
    agree(before, after, told, wrong);
  }

  /** The timeline and the changes agree, in both directions. */
  function agree(
    before: Incident,
    after: Incident,
    told: readonly TimelineEvent[],
    wrong: (what: string) => void,
  ): void {
    let { status, severity } = before;
    const roles = { ...before.roles };
    for (const event of told) {
      if (event.kind === 'status') {
        if (event.from !== status) wrong('tells of a status that it did not have.');
        status = event.to;
      }
      if (event.kind === 'merged' && event.direction === 'into') status = 'merged';
      if (event.kind === 'severity') {
        if (event.from !== severity) wrong('tells of a severity that it did not have.');
        severity = event.to;
      }
      if (event.kind === 'role' && event.change === 'taken') {
        if (event.previous !== roles[event.role]) wrong(`tells of a ${event.role} whom it did not have.`);
        roles[event.role] = event.userId;
      }
    }
    if (status !== after.status || severity !== after.severity) wrong('changed and did not tell.');
    if (JSON.stringify(roles) !== JSON.stringify(after.roles)) wrong('changed a role and did not tell.');
  }

  world.ledger.listen({
    committed(commit, before) {
      const events = eventsOf(commit);
      const places = events.map(({ sequence }) => sequence).toSorted((one, other) => one - other);
      if (places.some((place, at) => place !== at)) world.wrong(`A timeline has a gap: ${places.join()}.`);
      for (const [path, entity] of commit.writes) {
        if (!incidentPath.test(path) || entity === null) continue;
        const after = entity as unknown as Incident;
        const told = events.filter(({ incidentId }) => incidentId === after.id);
        change(before(path) as Incident | null, after, told);
      }
      for (const { incidentId, createdAt } of events) {
        if (createdAt > commit.at) world.wrong('A timeline tells of the future.');
        const room = documentPaths.incident(teamId, incidentId);
        if (!commit.writes.has(room) && !before(room)) world.wrong('A timeline is of no incident.');
      }
    },
  });
  return {};
};

/** Entries that a commit adds to timelines, in order; without those that it moves there from the history of an alert. */
export function eventsOf({ writes }: Commit): readonly TimelineEvent[] {
  const moved = new Set(
    [...writes].flatMap(([path, entity]) =>
      entity === null && path.includes('/history/') ? [idOf(path)] : [],
    ),
  );
  return [...writes]
    .flatMap(([path, entity]) =>
      path.includes('/timeline/') && entity && !moved.has(idOf(path))
        ? [v.parse(timelineEventSchema, entity)]
        : [],
    )
    .toSorted((one, other) => one.sequence - other.sequence);
}

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
