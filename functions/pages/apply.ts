/** Keeps what the engine decided about a page, and sets in motion what it asks for. */
import { alertSchema } from '#domain/alert/schema.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import { changeAlert } from '#domain/alert/transitions.ts';
import type { PageChanged, PageEffect } from '#domain/page/engine.ts';
import { documentPaths } from '#api/paths.ts';
import { tickTask } from '../tasks.ts';
import type { CommandWork, Guarded } from '../kernel/guard.ts';
import { unitOfWorkOf } from '../kernel/system.ts';
import { attempt, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { addAskedParticipants } from './participants.ts';
import { notify } from './notify.ts';
import { settle } from './settle.ts';

/** `before` null for a page that starts. */
export async function applyPage(
  on: CommandWork,
  before: Guarded<Page> | null,
  change: PageChanged,
): Promise<Page> {
  const work = unitOfWorkOf(on);
  const page = change.state;
  if (page === before) return page;
  work.save(documentPaths.page(page.teamId, page.id), page);
  if (page.incidentId !== null) work.appendTimeline(page.teamId, page.incidentId, change.events);
  await addAskedParticipants(work, page, change.effects);
  for (const effect of change.effects) await carryOut(work, page, effect);
  wakeUpFor(work, page);
  return page;
}

/** Asks for a tick when the page is due. The sweep comes by anyway, up to a minute later. */
function wakeUpFor(work: UnitOfWork, page: Page): void {
  const { nextAt, teamId, id, revision } = page;
  if (nextAt === null) return;
  work.afterCommit(async ({ tasks }) => {
    await attempt(() =>
      tasks.enqueue(tickTask, { teamId, pageId: id }, { at: nextAt, id: `page-${id}-${revision}` }),
    );
  });
}

async function carryOut(work: UnitOfWork, page: Page, effect: PageEffect): Promise<void> {
  switch (effect.kind) {
    case 'notify':
      return notify(work, page, effect);
    case 'settle':
      return settle(work, page, effect.userIds);
    case 'acknowledge-subject':
      return acknowledgeSubject(work, page, effect.userId);
  }
}

async function acknowledgeSubject(work: UnitOfWork, page: Page, userId: string): Promise<void> {
  const { subject, teamId } = page;
  if (subject.kind === 'alert') {
    const path = documentPaths.alert(teamId, subject.alertId);
    const about = await work.get(alertSchema, path);
    if (about === null) return;
    // Refused when it is acknowledged, snoozed or over already: then there is nothing to do.
    const change = changeAlert(about, { kind: 'acknowledge' }, userId, work.now);
    if (!change.ok) return;
    work.save(path, change.state);
    if (change.state.incidentId !== null) work.appendTimeline(teamId, change.state.incidentId, change.events);
  }
  if (subject.kind === 'drill') {
    const path = documentPaths.device(teamId, subject.deviceId);
    const proved = await work.get(deviceSchema, path);
    if (proved === null) return;
    work.save(path, { ...proved, revision: proved.revision + 1, lastDrillAt: work.now });
  }
}
