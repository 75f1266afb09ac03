/** A page is an invitation into the room: who is asked about a private incident may read it, who answers is in it. */
import { system } from '#domain/entities/base.ts';
import { incident, type Incident } from '#domain/entities/incident.ts';
import type { Page } from '#domain/entities/page.ts';
import type { PageEffect } from '#domain/paging/engine.ts';
import { documentPaths } from '#domain/paths.ts';
import { keepIncident } from '../incidents/keep.ts';
import type { Work } from '../kernel/work.ts';

export async function admit(work: Work, page: Page, effects: readonly PageEffect[]): Promise<void> {
  if (page.incidentId === null) return;
  const room = await work.get(incident, documentPaths.incident(page.teamId, page.incidentId));
  if (room === null) return;
  const asked = effects.flatMap((effect) => (effect.kind === 'notify' ? [effect.userId] : []));
  const answering = effects.flatMap((effect) =>
    effect.kind === 'acknowledge-subject' ? [effect.userId] : [],
  );
  admitPeople(work, room, room.private ? [...asked, ...answering] : answering);
}

/** Adds those who are not in it yet; says nothing when all are. */
export function admitPeople(work: Work, room: Incident, userIds: readonly string[]): Incident {
  const people = [...new Set([...room.people, ...userIds.filter((userId) => userId !== system)])];
  if (people.length === room.people.length) return room;
  return keepIncident(work, room, { ...room, people, revision: room.revision + 1 });
}
