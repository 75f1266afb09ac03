/** A page is an invitation into the room: who is asked about a private incident may read it, who answers is in it. */
import { system } from '#domain/base.ts';
import { incidentSchema, type Incident } from '#domain/incident/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import type { Effect } from '#domain/effects.ts';
import { revised } from '#domain/transition.ts';
import { documentPaths } from '#api/paths.ts';
import { saveIncident } from '../incidents/save.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { unitOfWorkOf } from '../kernel/system.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

export async function addAskedParticipants(
  work: UnitOfWork,
  page: Page,
  effects: readonly Effect[],
): Promise<void> {
  if (page.incidentId === null) return;
  const room = await work.getReadable(incidentSchema, documentPaths.incident(page.teamId, page.incidentId));
  if (room === null) return;
  const asked = effects.flatMap((effect) => (effect.kind === 'notify' ? [effect.userId] : []));
  const answering = effects.flatMap((effect) =>
    effect.kind === 'acknowledge-subject' ? [effect.userId] : [],
  );
  add(work, room, room.private ? [...asked, ...answering] : answering);
}

/**
 * Adds the missing participants to the incident as changed so far in this transaction; no change when none is missing.
 */
export async function addParticipants(
  on: CommandWork,
  { teamId, id }: Pick<Incident, 'teamId' | 'id'>,
  userIds: readonly string[],
): Promise<void> {
  const work = unitOfWorkOf(on);
  const room = await work.getReadable(incidentSchema, documentPaths.incident(teamId, id));
  if (room !== null) add(work, room, userIds);
}

function add(work: UnitOfWork, room: Incident, userIds: readonly string[]): void {
  const people = [...new Set([...room.people, ...userIds.filter((userId) => userId !== system)])];
  if (people.length === room.people.length) return;
  saveIncident(work, room, revised(room, { people }));
}
