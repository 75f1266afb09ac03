/** The kinds of holding. A new kind (steps, feeds, keys) is another entry in `holdingKinds`. */
import { timeRange } from '#domain/base.ts';
import { handOverIncident } from '#domain/incident/hand-over.ts';
import { incidentSchema, roomRoles, type Incident } from '#domain/incident/schema.ts';
import { rolesOf, offersTo } from '#domain/incident/roles.ts';
import { isFinal, isLive } from '#domain/incident/status.ts';
import { replaceRecipient, involves } from '#domain/page/replace-recipient.ts';
import { pageSchema, type Page } from '#domain/page/schema.ts';
import { taskSchema, type Task } from '#domain/task/schema.ts';
import { changeTask } from '#domain/task/transitions.ts';
import { teamSchema, type Team } from '#domain/team/schema.ts';
import { revised } from '#domain/transition.ts';
import { collectionGroups, collectionPaths, documentPaths } from '#api/paths.ts';
import { storedTime } from '#api/codec.ts';
import { query, where } from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import { apply } from '../../apply.ts';
import { accept } from '../../kernel/command-failed.ts';
import { asGuarded } from '../../kernel/system.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { recipientResolverOfPage } from '../../pages/recipients.ts';
import { approvals, invites } from './grants.ts';
import type { HoldingsHandOver, Held, HeldItem, HoldingKind } from './kind.ts';
import { cover, feeds, overrides, services, shifts, steps, timeOff } from './on-call.ts';

/** Roles, offers, and private incidents. Of incidents that are over only those that they may read because they were in them. */
const incidents: HoldingKind = {
  async find(work, teamId, userId) {
    const all = collectionPaths.incidents(teamId);
    const unfinished = where('status', 'in', ['triage', 'investigating', 'fixing', 'monitoring', 'resolved']);
    const found = [
      ...(await work.find(incidentSchema, query(all, unfinished))),
      ...(await work.find(incidentSchema, query(all, where('people', 'array-contains', userId)))),
    ];
    const byId = new Map(found.map((incident) => [incident.id, incident]));
    return [...byId.values()]
      .toSorted((one, other) => one.number - other.number)
      .flatMap((incident) => heldIncident(incident, userId));
  },
};

function heldIncident(incident: Incident, userId: string): readonly Held[] {
  const { number } = incident;
  const held = isFinal(incident) ? [] : rolesOf(incident, userId);
  const offered = offersTo(incident, userId);
  const offers = isFinal(incident)
    ? []
    : roomRoles.filter((role) => incident.offers[role]?.offeredBy === userId);
  const isIn = incident.private && incident.people.includes(userId);
  if (held.length + offered.length + offers.length === 0 && !isIn) return [];
  const holdings: HeldItem[] = [
    // Roles of a resolved incident are handed over without requiring a successor.
    ...(isLive(incident) ? held : []).map((role) => ({ kind: 'role', role, number }) as const),
    ...offered.map((role) => ({ kind: 'offer', role, number }) as const),
    ...offers.map((role) => ({ kind: 'offered', role, number }) as const),
    ...(isIn ? [{ kind: 'private', number } as const] : []),
  ];
  return [{ holdings, replace: (work, handOver) => replaceInIncident(work, incident, handOver) }];
}

async function replaceInIncident(work: UnitOfWork, { teamId, id }: Incident, handOver: HoldingsHandOver) {
  const current = await work.get(incidentSchema, documentPaths.incident(teamId, id));
  if (current === null) return;
  const change = handOverIncident(current, handOver, { by: handOver.by, now: work.now });
  await apply(work, 'incident', asGuarded(current), change);
}

/** Pages that ask them, are held by them, or name them in a step to come. */
const pages: HoldingKind = {
  async find(work, teamId, userId) {
    // A page that waits for nothing has no such time.
    const live = where('nextAt', '>', storedTime(timeRange.first));
    const found = await work.find(pageSchema, query(collectionPaths.pages(teamId), live));
    return found.filter((page) => involves(page, userId)).map(heldPage);
  },
};

const heldPage = (page: Page): Held => ({
  holdings: page.subject.kind === 'drill' ? [] : [{ kind: 'page', page }],
  async replace(work, handOver) {
    const current = await work.get(pageSchema, documentPaths.page(page.teamId, page.id));
    if (current === null) return;
    const people = await recipientResolverOfPage(work, current);
    const change = accept(replaceRecipient(current, handOver, { by: handOver.by, now: work.now, people }));
    await apply(work, 'page', asGuarded(current), change);
  },
});

const fallback: HoldingKind = {
  async find(work, teamId, userId) {
    const team: Team | null = await work.get(teamSchema, documentPaths.team(teamId));
    if (!team?.fallbackPeople.includes(userId)) return [];
    return [{ holdings: [{ kind: 'fallback' }], replace: replaceInFallback }];
  },
};

async function replaceInFallback(work: UnitOfWork, { teamId, from, to }: HoldingsHandOver): Promise<void> {
  const path = documentPaths.team(teamId);
  const team: Team | null = await work.get(teamSchema, path);
  if (!team?.fallbackPeople.includes(from)) return;
  const replaced = team.fallbackPeople.flatMap((userId) =>
    userId !== from ? [userId] : to === null ? [] : [to],
  );
  work.save(path, revised(team, { fallbackPeople: [...new Set(replaced)] }));
}

/** Open tasks, also of resolved incidents. */
const tasks: HoldingKind = {
  async find(work, teamId, userId) {
    const found = await work.find(
      taskSchema,
      collectionGroup(
        collectionGroups.tasks,
        where('teamId', '==', teamId),
        where('assignee', '==', userId),
        where('done', '==', false),
      ),
    );
    return Promise.all(found.map((task) => heldTask(work, task)));
  },
};

async function heldTask(work: UnitOfWork, task: Task): Promise<Held> {
  const { teamId, incidentId, id } = task;
  const incident = await work.get(incidentSchema, documentPaths.incident(teamId, incidentId));
  return {
    holdings: [{ kind: 'task', number: incident?.number ?? 0, task }],
    async replace(given, { from, to, by }) {
      const path = documentPaths.task(teamId, incidentId, id);
      const current = await given.get(taskSchema, path);
      if (current === null || current.assignee !== from) return;
      const { state, events } = changeTask(current, { kind: 'assign', userId: to }, { by, now: given.now });
      given.save(path, state);
      given.appendTimeline(teamId, incidentId, events);
    },
  };
}

/** Kinds in the order of replacement: the most urgent first. */
export const holdingKinds: readonly HoldingKind[] = [
  pages,
  incidents,
  cover,
  shifts,
  overrides,
  steps,
  fallback,
  tasks,
  services,
  feeds,
  timeOff,
  invites,
  approvals,
];
